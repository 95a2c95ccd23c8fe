import { resolve } from 'node:path'
import { parse, stringify } from 'yaml'

interface Workflow {
  readonly sourceDescriptions: { url: string }[]
  readonly workflows: readonly {
    readonly steps: readonly { operationId: string; parameters?: object[] }[]
  }[]
}

/** A workflow that can stand in any folder, and sends these headers with each request to the service, but none to the token endpoint. */
export function withHeaders(
  text: string,
  folder: string,
  headers: Readonly<Record<string, string>>,
): string {
  const workflow = parse(text, { merge: true }) as Workflow
  for (const one of workflow.sourceDescriptions) one.url = resolve(folder, one.url)
  const added = Object.entries(headers).map(([name, value]) => ({ in: 'header', name, value }))
  // Workflows share steps.
  for (const step of new Set(workflow.workflows.flatMap(({ steps }) => steps)))
    if (step.operationId.startsWith('$sourceDescriptions.service.'))
      step.parameters = [...(step.parameters ?? []), ...added]
  return stringify(workflow, { aliasDuplicateObjects: false })
}
