import { describe, expect, it } from 'vitest'
import { isPlain, readFirstExamples } from '../../scripts/lib/examples.js'
import { readCalls, refusedByTypes } from '../systems/languages/outcome.js'
import { rules } from '../systems/languages/rules.js'

const first = (await readFirstExamples()).filter(isPlain)
const received = first.map(({ request }) => JSON.stringify(request))
const types = new Set(rules)

function printed(change: (answer: object) => object = (answer) => answer): string {
  const calls = first.map(({ operationId, response }) => ({
    call: operationId,
    answer: change(response),
  }))
  return [...calls, { tomorrow: { side: 'HOLD' } }].map((line) => JSON.stringify(line)).join('\n')
}

describe('a program in another language', () => {
  it('passes with the documented calls and answers, however its instants are written', async () => {
    const text = printed().replaceAll('.750000Z', '.75+00:00')
    expect((await readCalls(text, received, types)).tomorrow).toBe('HOLD')
  })

  it.each([
    ['answer', printed((answer) => ({ ...answer, quantity: 2.5 })), received, types],
    ['body', printed(), ['{}', ...received.slice(1)], types],
    ['rule', printed(), received, new Set(rules.slice(1))],
  ])('fails with another %s', async (_, text, bodies, refused) => {
    await expect(readCalls(text, bodies, refused)).rejects.toThrow()
  })

  it('fails when the compiler accepts a marked line, or refuses another one', () => {
    const source = 'one // refused: side\ntwo\nthree // refused: both'
    const refuse = (output: string): unknown =>
      refusedByTypes('r.go', source, { code: 1, stdout: '', stderr: '', output })
    expect(refuse('r.go:1:9: no\n./r.go:3:2: no')).toEqual(new Set(['side', 'both']))
    expect(() => refuse('r.go:1:9: no')).toThrow('compiles although marked: both')
    expect(() => refuse('r.go:1:9: r.go:2:1: r.go:3:1:')).toThrow('not marked: line 2')
  })
})

describe('a body that should never be sent', () => {
  const rest = new Set(rules.filter((rule) => rule !== 'both' && rule !== 'unlisted'))
  const lines = [
    { rule: 'both', by: 'nobody' },
    { rule: 'unlisted', by: 'nobody' },
    { probe: 'network', by: 'client' },
  ]
  const program = [printed(), ...lines.map((line) => JSON.stringify(line))].join('\n')
  const fates = async (...arrived: object[]) => {
    const bodies = [...received, ...arrived.map((body) => JSON.stringify(body))]
    return (await readCalls(program, bodies, rest)).fates
  }

  it('is followed to what arrived of it', async () => {
    expect(await fates({ id: 'a' }, { amount: '1' })).toEqual({
      both: '**it is sent as an update of `id`**',
      unlisted: '**the conversion is sent without a reference**',
      network: 'the types refuse it; past them the client refuses it',
    })
    const whole = { id: 'a', crypto_network: 'BASE', address: '0x1' }
    expect(await fates(whole, { refid: 'r' })).toMatchObject({
      both: '**it is sent, and not refused**',
      unlisted: '**it is sent, and not refused**',
    })
    expect((await fates({ crypto_network: 'BASE', address: '0x1' }, {})).both).toBe(
      '**it is sent without `id`**',
    )
  })

  it('is not sent behind the back of the table', async () => {
    await expect(fates({}, {}, { amount: '1' })).rejects.toThrow('nothing is said of')
  })
})
