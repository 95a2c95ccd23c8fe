/** What Ajv writes for each problem; `keyword` is the end of `schemaPath`, and few of the `params` are read. */
const problem =
  /const (err\d+) = \{ instancePath(?:: ([^,]+))?, schemaPath: "([^"]*)", keyword: "([^"]*)", params: (\{.*\}) \};\n\s*if \(vErrors === null\) \{\n\s*vErrors = \[\1\];\n\s*\} else \{\n\s*vErrors\.push\(\1\);\n\s*\}\n\s*errors\+\+;/g

/** The params that a sentence, or the reading of a URL, asks for. */
const readParams = /missingProperty|additionalProperty|"array"/

/** What only `unevaluatedProperties` and references to other validators would use. */
const unused = [
  / *const evaluated0 = \w+\.evaluated;\n *if \(evaluated0\.dynamicProps\) \{\n.*\n *\}\n *if \(evaluated0\.dynamicItems\) \{\n.*\n *\}\n/g,
  /^ *evaluated0\.props = props0;\n/gm,
  /^\w+\.evaluated = .*\n/gm,
]
const parameters =
  /\{ instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = \{\} \} = \{\}/g

const helper = `
function fail(errors, instancePath, schemaPath, params = {}) {
  const keyword = schemaPath.slice(schemaPath.lastIndexOf("/") + 1);
  const error = { instancePath, schemaPath, keyword, params };
  if (errors === null) return [error];
  errors.push(error);
  return errors;
}
`

/** The same validators in two thirds of the bytes: most of what Ajv writes says the same again for each problem. */
export function compact(code: string): string {
  if (/unevaluated/.test(code)) return code
  let short = code.replace(
    problem,
    (
      whole: string,
      _name,
      instancePath = 'instancePath',
      schemaPath: string,
      keyword,
      params: string,
    ) => {
      if (!schemaPath.endsWith(`/${String(keyword)}`)) return whole
      const more = readParams.test(params) ? `, ${params}` : ''
      return `vErrors = fail(vErrors, ${String(instancePath)}, "${schemaPath}"${more});\nerrors++;`
    },
  )
  for (const pattern of unused) short = short.replace(pattern, '')
  short = short.replace(parameters, '{ instancePath = "" } = {}')
  for (const [line = '', name = ''] of short.matchAll(/ *const (_errs\d+) = errors;\n/g))
    if (short.split(new RegExp(`\\b${name}\\b`)).length === 2) short = short.replace(line, '')
  return short + helper
}
