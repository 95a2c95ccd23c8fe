/** A server that was started, and how to stop it. */
export interface Running {
  readonly url: string
  stop(): Promise<void>
}
