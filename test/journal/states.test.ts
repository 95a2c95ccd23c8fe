import { describe } from 'vitest'
import { kinds } from '../support/journal.js'
import { made, tryRows } from '../support/journal-rows.js'
import {
  abandoned,
  absent,
  again,
  another,
  becomes,
  byBox,
  decimal,
  deletesNone,
  failed,
  finds,
  first,
  hangs,
  hasOtherValues,
  isAnother,
  isFound,
  isSent,
  kept,
  leased,
  lost,
  mayHave,
  misanswered,
  neverCame,
  neverCameBy,
  noLookUp,
  notBefore,
  notHere,
  notKnown,
  notSent,
  ofAcme,
  ofAnother,
  other,
  otherAccount,
  otherIsSent,
  otherMade,
  otherOperation,
  otherTenant,
  otherUrl,
  prune,
  refused,
  refusedBehind,
  refuses,
  resolve,
  reused,
  saysNothing,
  sentBefore,
  settle,
  settleAll,
  settleFails,
  settles,
  settlesAsUnsent,
  stopped,
  succeeded,
  throws,
  underWay,
  unsent,
  withKey,
  withLink,
} from '../support/journal-states.js'
import { answer } from '../support/scripted.js'

describe.each(kinds)('a reference of a journal in $name', (kind) => {
  tryRows(kind, 'that has succeeded', succeeded, {
    'gives its answer again': [again, kept],
    'gives its answer again to who looks up first': [first(neverCame), kept],
    'is of this body': [other, reused('succeeded', ', has succeeded; a further request needs a')],
    'is of this operation': [otherOperation, reused('succeeded', ', has succeeded', [])],
    'is not looked up': [settle(neverCame), settles({})],
    'is not decided again': [resolve('never_came'), refuses('resolve: r-1 has succeeded')],
    'is deleted when it is old': [prune(1), { gets: 1, state: 'none' }],
    'is kept before': [prune(-1), deletesNone],
    'is kept where another tenant deletes its own': [prune(1, otherTenant), deletesNone],
    'is kept where no time is given': [prune(NaN), refuses('no valid Date')],
  })

  tryRows(kind, 'that the table does not have', absent, {
    'is found by who looks up first': [first(finds(made, new Date(0))), isFound],
    'is sent by who looks up first where it never came': [first(neverCame), isSent],
    'is not sent where its look-up says nothing': [
      first({ ...saysNothing, ...withKey() }),
      { ...notKnown, state: 'unknown' },
    ],
    'is found by its link by who looks up first': [first(withLink(answer(200, [made]))), isFound],
    'is refused by beforeSend': [stopped, { ...notSent, state: 'not_sent' }],
    'is not decided': [resolve('never_came'), refuses('resolve: r-1 has no row')],
  })

  tryRows(kind, 'that was not sent', unsent, { 'is sent, whatever its body': [other, otherIsSent] })

  tryRows(kind, 'that was refused', refused, {
    'is sent with another body': [other, otherIsSent],
    'is of this base URL': [otherUrl, ofAnother(notHere)],
    'is found by who looks up first': [first(finds(made, new Date(0))), isFound],
  })

  tryRows(kind, 'that was refused, where a gateway repeats requests,', refusedBehind, {
    'is of this body': [other, reused('rejected', mayHave)],
    'is sent where it never came': [neverCame, isSent],
    'is found by settle': [settle(finds(made)), settles({ succeeded: 1 }, 'succeeded')],
    'is not deleted': [prune(1), deletesNone],
  })
  tryRows(kind, 'that was just refused, where a gateway repeats requests,', leased(refusedBehind), {
    'may be under way': [neverCame, notBefore],
  })

  tryRows(kind, 'that is under way', underWay, {
    'is not sent': [neverCame, notBefore],
    'is not sent where nobody looks it up': [again, notBefore],
    'is found': [finds(made), isFound],
    'is found by settle': [settle(finds(made)), settles({ succeeded: 1 }, 'succeeded')],
    'is told what it gave': [resolve({ data: made }), becomes('succeeded')],
    'is not decided': [resolve('abandoned'), refuses('resolve: r-1 may be under way until 20')],
    'is of this body': [other, reused('pending', 'with other values of amount, metadata')],
  })
  tryRows(kind, 'that was lost a moment ago', leased(lost), {
    'is found by its link': [withLink(answer(200, [made])), isFound],
    'is left by settle where nothing is found yet': [settle(neverCame), settles({ left: 1 })],
    'is not sent where nothing is found yet': [neverCame, notBefore],
  })

  tryRows(kind, 'that was lost', lost, {
    'is of this body': [other, reused('unknown', mayHave)],
    'is sent where it never came': [neverCame, isSent],
    'is found': [finds(made), isFound],
    'is found with values of a library': [finds(decimal), isFound],
    'stays unknown where lookUp says nothing': [saysNothing, notKnown],
    'stays unknown where lookUp throws': [throws, failed('503')],
    'stays unknown where lookUp hangs': [hangs, sentBefore('and its look-up did not end in time')],
    'stays unknown where lookUp finds another': [finds(another), failed(isAnother)],
    'waits for a person where lookUp finds other values': [finds(otherMade), hasOtherValues],
    'stays unknown without lookUp': [again, noLookUp],
    'stays unknown under a key that it was sent without': [withKey(), noLookUp],
    'is another one elsewhere': [
      { ...other, ...otherTenant },
      { gets: otherIsSent.gets, isSent: true },
    ],

    'is left by settle without lookUp': [settle(), settleFails('there is no lookUp')],
    'is not settled by another tenant': [settle(neverCameBy(otherTenant)), settles({})],
    'is settled by a process without a client': [settleAll, settlesAsUnsent],

    'is not told what another gave': [resolve({ data: another }), refuses(isAnother)],
    'is not told of nothing': [resolve({ data: [] }), refuses('no data in an empty list')],
    'is not told an unknown word': [resolve('sent'), { gets: { name: 'TypeError' } }],
    'is not deleted': [prune(1), deletesNone],
  })
  tryRows(kind, 'whose operation names another identifier', byBox, {
    'is found by that alone': [settle(finds(made)), settleFails('what was found has no box_id')],
  })

  tryRows(kind, 'that was answered with another success', misanswered, {
    'is left by settle where it never came, for a person': [
      settle(neverCame),
      settleFails(
        'lookUp finds nothing of it, though it was answered with a 2xx: ask your provider, and resolve it',
      ),
    ],
    'is not sent where it never came, nor ever made again by itself': [
      neverCame,
      sentBefore('and lookUp finds nothing of it, though it was answered with a 2xx'),
    ],
    'is found': [finds(made), isFound],
  })

  tryRows(kind, 'that was abandoned', abandoned, {
    'is not sent': [neverCame, sentBefore('and was abandoned')],
  })

  tryRows(kind, 'of an account that succeeded', ofAcme(succeeded), {
    'gives its answer at whatever host': [otherUrl, kept],
    'is of no other account': [otherAccount, ofAnother('for acme, not for other')],
  })
  tryRows(kind, 'of an account that was lost', ofAcme(lost), {
    'is not settled by another account': [
      settle(neverCameBy(otherAccount)),
      settleFails('no client of this journal has the account acme'),
    ],
    'is settled at whatever host': [settle({ ...neverCame, ...otherUrl }), settlesAsUnsent],
  })
})
