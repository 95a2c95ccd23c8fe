/** One policy of the client, changed: a text that stands once in src/, and what is put in its place. */
export interface Change {
  readonly title: string
  readonly from: string
  readonly to: string
}

/** Changes that cost money or trust, each of which the simulation has to notice. */
export const changes: readonly Change[] = [
  {
    title: '409 counts as a refusal of a POST',
    from: '404, 406, 410',
    to: '404, 406, 409, 410',
  },
  {
    title: 'a POST is sent again after 503',
    from: 'idempotent && repeatedStatuses.includes',
    to: 'repeatedStatuses.includes',
  },
  {
    title: 'a PUT is sent again after a success that cannot be read',
    from: 'instanceof ApiError)) return false',
    to: 'instanceof ApiError)) return idempotent',
  },
  {
    title: 'one retry more than maxRetries',
    from: 'retries >= ',
    to: 'retries > ',
  },
  {
    title: 'Retry-After is not waited for',
    from: '(retryAfter ?? 0) * 1_000',
    to: '0',
  },
  {
    title: 'a wait goes beyond totalTimeout',
    from: ' || delay >= ',
    to: ' || Infinity < ',
  },
  {
    title: 'an unknown attempt is forgotten once a later one is refused',
    from: 'unknown ||= ',
    to: 'unknown &&= ',
  },
  {
    title: 'an answer of another reference is a success',
    from: '[referenceField] !== refId',
    to: '[referenceField] === null',
  },
  {
    title: 'a timeout after sending is not_sent',
    from: 'reason.unsent',
    to: 'true',
  },
  {
    title: 'an error after the head of an answer still proves that nothing was sent',
    from: '!answered && provesUnsent(reason)',
    to: 'provesUnsent(reason)',
  },
  {
    title: 'one member of an AggregateError proves that nothing was sent',
    from: 'below.every(',
    to: 'below.some(',
  },
  {
    title: 'whoever asks again for the body is given it',
    from: "throw new MayBeSentError('the body was read before')",
    to: 'return',
  },
  {
    title: 'nobody looks at the deadline before the first byte',
    from: ' || this.#stop.stopped',
    to: '',
  },
  {
    title: 'the time of a call is by the clock that went less far',
    from: 'Math.max(performance.now() - ',
    to: 'Math.min(performance.now() - ',
  },
  {
    title: 'a token is renewed without end',
    from: 'renewed = true',
    to: 'renewed = false',
  },
  {
    title: 'a refused token is kept',
    from: 'auth.dropToken(refused)',
    to: 'void refused',
  },
  {
    title: 'the scopes of a token are not looked at',
    from: 'if (missing !== undefined) throw',
    to: 'if (false) throw',
  },
  {
    title: 'beforeSend is not awaited',
    from: 'recorded = await within',
    to: 'recorded = void within',
  },
]
