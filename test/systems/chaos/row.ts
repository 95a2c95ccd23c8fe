/** The process of one row: its servers are here, and what they do to the memory of Node.js stays here. */
import { reportGroups } from '../../support/children.js'
import { choosePortsOf } from '../../support/processes.js'
import { families } from './families.js'
import { play, type Played } from './play.js'
import type { Answer, Order } from './play-apart.js'

// Servers meet thousands of errors here, and mapping the stack of each costs more than the calls.
process.setSourceMapsEnabled(false)

async function follow({ family: name, client, stage, part }: Order): Promise<Played> {
  choosePortsOf(part)
  const family = families.find((each) => each.name === name)
  if (family === undefined) throw new Error(`there is no family ${name}`)
  return play({ family, client }, stage)
}

reportGroups()
process.once('message', (order) => {
  void follow(order as Order)
    .catch((error: unknown): Played => ({ failure: (error as Error).message }))
    // A server that is broken on purpose may keep a socket open for ever.
    .then((played) => {
      const answer: Answer = { played }
      process.send?.(answer, () => process.exit())
    })
})
