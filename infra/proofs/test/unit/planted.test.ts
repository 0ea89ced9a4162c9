import { readFile } from 'node:fs/promises'
import { AppError } from '@vitrine/errors'
import { coherenceWithout, rules } from '@vitrine/proofs'
import t from 'tap'
import { applyEdit, bundleCoherence } from '../../src/planted/bundle.js'

for (const rule of rules) {
  t.test(`the package can be built without a rule: ${rule}`, async (t) => {
    t.type((await coherenceWithout([rule])).createReplica, 'function')
  })
}

t.test('several rules can be left out at once', async (t) => {
  const { createWriter } = await coherenceWithout(['lease', 'wait-for-acks'])
  t.type(createWriter, 'function')
})

t.test('a bundle throws instances of the AppError that everyone imports', async (t) => {
  const { createReplica } = await coherenceWithout(['lease-from-send'])
  const never = () => new Promise<never>(() => undefined)
  const replica = createReplica({
    authority: {
      since: never,
      latest: never,
      head: never,
      register: () => Promise.reject(new Error('the database is down')),
      renew: never,
      leave: never,
      replicas: never,
      fence: never,
    },
    copy: null,
    buses: [],
    clock: { monotonicMs: () => 0, wallMs: () => 0, after: () => () => undefined },
    observer: {
      leaseLapsed: () => undefined,
      fenced: () => undefined,
      floorRejected: () => undefined,
      answered: () => undefined,
      validated: () => undefined,
      fencedReplica: () => undefined,
      acknowledged: () => undefined,
      pending: () => undefined,
      audited: () => undefined,
    },
    newId: () => 'replica',
    graceMs: 0,
  })
  await t.rejects(async () => void (await replica.confirm()), AppError)
})

t.test('a bug that no longer applies fails, and says where', async (t) => {
  const edit = { file: 'lease.js', find: 'gone', replace: 'here' }
  t.equal(applyEdit('it is gone', edit), 'it is here')
  const message = /"gone" occurs 0 times in lease.js of packages\/coherence/
  t.throws(() => applyEdit('it is there', edit), { message })
  t.throws(() => applyEdit('gone, gone', edit), { message: /occurs 2 times/ })
  await t.rejects(bundleCoherence([edit]), { message })
  await t.rejects(bundleCoherence([{ ...edit, file: 'moved.js' }]), {
    message: /has no moved.js, which a planted bug edits/,
  })
})

t.test('every documented rule has a planted bug, and the other way round', async (t) => {
  const readme = new URL('../README.md', import.meta.resolve('@vitrine/coherence'))
  const named = [...(await readFile(readme, 'utf8')).matchAll(/^\| `([a-z-]+)` +\|/gm)]
  t.strictSame(named.map(([, name]) => name).sort(), [...rules].sort())
})
