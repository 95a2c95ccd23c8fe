/** What Ajv writes for each problem; `keyword` is the end of `schemaPath`, and few of the `params` are read. */
const problem =
  /const (err\d+) = \{ instancePath(?:: ([^,]+))?, schemaPath: "([^"]*)", keyword: "([^"]*)", params: (\{.*\}) \};\n\s*if \(vErrors === null\) \{\n\s*vErrors = \[\1\];\n\s*\} else \{\n\s*vErrors\.push\(\1\);\n\s*\}\n\s*errors\+\+;/g

/** The params that a sentence, or the reading of a URL, asks for. */
const readParams = /missingProperty|additionalProperty|"array"/

/** Code of Ajv that only `unevaluatedProperties` and references to other validators need. */
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

/** At run time nothing but the names of the properties is looked up in a schema, so nothing else of it is kept. */
function namesAlone(code: string): string {
  return code.replace(/^var (schema\d+) = (\{.*\});$/gm, (whole, name: string, text: string) => {
    const uses = code.split(new RegExp(`\\b${name}\\b`)).slice(2)
    if (!uses.every((after) => after.startsWith('.properties, '))) return whole
    const { properties } = JSON.parse(text) as { properties: object }
    const names = Object.keys(properties).map((property) => `${JSON.stringify(property)}: 0`)
    return `var ${name} = { properties: { ${names.join(', ')} } };`
  })
}

/** Makes the validators a third smaller: Ajv repeats the same code for each problem. */
export function compact(code: string): string {
  if (/unevaluated/.test(code)) return code
  let short = namesAlone(code).replace(
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
