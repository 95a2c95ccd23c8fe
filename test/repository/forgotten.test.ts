import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { changedNames } from '../../scripts/api/unsaid.js'
import { documented } from '../../scripts/lib/options.js'
import { milliseconds } from '../../src/shared/check-options.js'
import { scratchFolder } from '../support/scratch-folder.js'

const folder = scratchFolder()

const declared = async (comment: string) => {
  const file = join(folder, 'options.ts')
  await writeFile(
    file,
    `const shared = {\n${comment}\n  wait: milliseconds(1_000),\n}\nconst all = { ...shared }\n`,
  )
  return documented({ wait: milliseconds(1_000) }, file, 'all')
}

it.each([
  ['', /all\.wait has no comment that says what it does$/],
  ['/** Waits */', /all\.wait has no comment that says what it does$/],
  ['/** Waits. */', /all\.wait is 1000 by default, and its comment says ""$/],
  ['/** Waits. @default 2_000 */', /is 1000 by default, and its comment says "2_000"$/],
])('a new option is refused with the comment %j', async (comment, sentence) => {
  await expect(declared(comment)).rejects.toThrow(sentence)
})

it('a new option is shown by its first sentence, with its default', async () => {
  const [option] = await declared('/** Waits (RFC 1, section 2.3). For long. @default 1_000 */')
  expect(option).toMatchObject({
    name: 'wait',
    optional: true,
    byDefault: '`1_000`',
    sentence: 'Waits (RFC 1, section 2.3)',
  })
})

const report = (...members: string[]) =>
  `// @public\nexport interface Shown {\n    readonly a: string;\n${members.join('')}}\n\n// @public (undocumented)\nconst options: {\n    timeout: Option<number>;\n};\n`

it.each<[string, string, string, string[][]]>([
  ['nothing where nothing changed', report(), report(), []],
  ['a new member', report(), report('    readonly b?: string;\n'), [['Shown', 'b']]],
  ['a member that went', report('    b(): void;\n'), report(), [['Shown', 'b']]],
  [
    'a new option',
    report(),
    report().replace('};', '    retries: Option<number>;\n};'),
    [['retries']],
  ],
  ['a changed type', report(), report().replace('a: string', 'a: number'), [['Shown', 'a']]],
  ['a new export', '', report().replace(/\n\n[^]*/, '\n'), [['Shown', 'a']]],
  [
    'a new operation, by its own name',
    '// @public\nexport type Ids = "one" | "two";\n// @public\ninterface all {\n    one: {\n    };\n}\n',
    '// @public\nexport type Ids = "one" | "two" | "end";\n// @public\ninterface all {\n    one: {\n    };\n    end: {\n        204: {\n        };\n    };\n}\n// @public\nexport type EndParameters = {\n    id: string;\n};\n',
    [['Ids', 'end'], ['end'], ['EndParameters', 'id', 'end']],
  ],
])('the changelog has to name %s', (_, before, now, names) => {
  expect(changedNames(before, now)).toEqual(names)
})
