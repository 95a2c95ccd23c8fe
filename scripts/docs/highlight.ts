import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'

const languages = { bash, go, java, json, python, typescript, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

hljs.registerAliases(['js', 'mjs', 'cjs'], { languageName: 'typescript' })

/** Code as HTML, in colours where its language is known. */
export function highlighted(code: string, language: string): string {
  const text =
    hljs.getLanguage(language) === undefined
      ? code.replace(/&/g, '&amp;').replace(/</g, '&lt;')
      : hljs.highlight(code, { language }).value
  const kept = text
    .trimEnd()
    .replace(/&(?:gt|quot|#x27|amp(?=;<));/g, (entity) => plain[entity] ?? entity)
    // Redoc loses white space that stands alone between tags and entities, and ends an element at an empty line.
    .replace(/(\s+)((?:<\/?span[^>]*>)+)/g, '$2$1')
    .replace(/((?:<\/span>)+)(\s+)(?=&)/g, '$2$1')
    .replace(/\n{2,}/g, (lines) => '<br>'.repeat(lines.length))
  return `<pre data-language="${language}" tabindex="0"><code>${kept}</code></pre>\n`
}

/** Characters that need no entity between tags. */
const plain: Readonly<Record<string, string>> = {
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
}
