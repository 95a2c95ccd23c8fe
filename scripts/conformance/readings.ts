import { parse } from 'yaml'

interface Step {
  readonly stepId: string
  readonly response?: { readonly statusCode: number }
  readonly checks: readonly Record<'name' | 'status' | 'message', string>[]
}

/** What Redocly writes of a run. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly Ran[] }>>
}

interface Ran {
  readonly workflowId: string
  readonly executedSteps: readonly Step[]
}

/** Steps that only prepare: what fails in them contradicts nothing. */
const preparing = ['obtainToken', 'putOnce']

/** Where other answers decide than those to a step that does not prepare. */
const deciding: Readonly<Record<string, (stepId: string, status: number) => boolean>> = {
  readingOneTokenForAll: (_, status) => [400, 401, 403].includes(status),
  readingAmountsAreDecimals: (stepId, status) => stepId === 'quoteInDecimals' && status === 200,
}

/** The readings of the document that an answer contradicts, each with that answer. No answer, or a 5xx, is none. */
export function contradictions(workflow: string, { files }: Report): string[] {
  const { workflows } = parse(workflow) as { workflows: { workflowId: string; summary: string }[] }
  const answers = new Map<string, string>()
  const ran = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows)
  for (const { workflowId, executedSteps } of ran)
    for (const { stepId, response, checks } of executedSteps) {
      const failed = checks.filter(({ status }) => status === 'error')
      const { statusCode = 0 } = response ?? {}
      if (failed.length === 0 || statusCode < 200 || statusCode >= 500) continue
      const isLacking = failed.some(
        ({ name, message }) => name === 'schema check' && message.includes('required property'),
      )
      const decides = deciding[workflowId] ?? ((step) => !preparing.includes(step))
      const { summary = '' } = workflows.find((one) => one.workflowId === workflowId) ?? {}
      const reading = isLacking
        ? 'Fields that a response always has'
        : workflowId.startsWith('reading') && decides(stepId, statusCode) && summary
      if (reading && !answers.has(reading))
        answers.set(reading, `${stepId} was answered ${statusCode}`)
    }
  return [...answers].map((entry) => entry.join(': '))
}
