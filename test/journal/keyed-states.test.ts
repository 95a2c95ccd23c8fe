import { describe, expect } from 'vitest'
import { kinds } from '../support/journal.js'
import { made, tryRows } from '../support/journal-rows.js'
import {
  again,
  beforeItsLease,
  bodyKeyed,
  day,
  failed,
  finds,
  hasOtherValues,
  isFound,
  isSent,
  keyed,
  leftBehind,
  lostBefore,
  meets,
  neverCame,
  noLookUp,
  otherKey,
  otherMade,
  ownKey,
  ownKeyed,
  refusedConnection,
  refusedKeyed,
  rejected,
  saysNothing,
  stopped,
  throws,
  unknown,
  withKey,
  withLink,
} from '../support/journal-states.js'
import { answer } from '../support/scripted.js'

describe.each(kinds)('a reference of a journal in $name', (kind) => {
  tryRows(kind, 'that was lost under a key', keyed, {
    'is sent again': [again, isSent],
    'is sent again where lookUp says nothing': [saysNothing, isSent],
    'is sent again by another lifetime': [withKey({ lifetime: 2 * day }), isSent],
    'is found where lookUp finds it': [finds(made), isFound],
    'is sent as a new one where it never came': [{ ...meets(answer(422)), ...neverCame }, rejected],
    'stays unknown where its repeat is refused': [meets(answer(422)), unknown],
    'stays unknown where its repeat cannot connect': [meets(refusedConnection), unknown],
    'stays unknown where its repeat is stopped before it is sent': [
      stopped,
      { gets: { code: 'ERR_BEFORE_SEND', outcome: 'unknown' } },
    ],
    'is not sent where its lookUp fails': [throws, failed('503')],
    'is not sent where its lookUp finds other values': [finds(otherMade), hasOtherValues],
    'is found by its link before it is sent again': [withLink(answer(200, [made])), isFound],
    'is sent again where its link finds nothing': [withLink(answer(200, [])), isSent],
    'is not sent where its link fails': [
      withLink(answer(503)),
      failed(expect.stringContaining('503') as string),
    ],
    'is not sent where its link finds nothing of now': [
      withLink(answer(200, [], beforeItsLease)),
      failed('findConversions gave an answer that a cache had'),
    ],
    'is not believed of its link in part': [
      withLink(answer(200, [{ ...made, id: undefined }])),
      failed('what was found has no id'),
    ],
    'is not sent without a key': [{ operation: {} }, noLookUp],
    'is not sent under a key of its own': [ownKey, otherKey],
    'is not sent under another header': [withKey({ name: 'x-request-key' }), otherKey],
    'is not sent under a key with another prefix': [withKey({ prefix: 'other:' }), otherKey],
    'is not sent where a lease may outlast the key': [withKey({ lifetime: 900_000 }), noLookUp],
  })
  tryRows(kind, 'that was lost under a key some time ago', lostBefore(day - 910_000), {
    'is sent again before the key is forgotten': [again, isSent],
  })
  tryRows(kind, 'that was lost under a key a long time ago', lostBefore(day - 890_000), {
    'is not sent once the key may be forgotten before the call ends': [again, noLookUp],
  })
  tryRows(kind, 'that was lost under a key of its own', ownKeyed, {
    'is not sent again under another': [again, otherKey],
    'is sent again under the same': [ownKey, isSent],
  })
  tryRows(kind, 'that was lost under a key in its body', bodyKeyed, {
    'is sent again': [again, isSent],
  })
  tryRows(kind, 'that was left behind under a key in another place', leftBehind, {
    'is not sent again': [withKey(), otherKey],
  })
  tryRows(kind, 'that was refused under a key', refusedKeyed, {
    'is not sent again where a gateway repeats requests': [again, noLookUp],
  })
})
