import t from 'tap'
import type { Member } from '../../src/stack/member.js'
import { untilRecovered } from '../../src/trial/recovery.js'
import type { SampleProject } from '../../src/workload/tenants.js'

const project = { slug: 'w', key: 'pk_x', token: 'x' } as SampleProject
const member = (name: string) =>
  ({
    name,
    // Nothing listens on port 1.
    url: () => 'http://127.0.0.1:1',
    describe: () => 'it ended with SIGKILL; it wrote nothing',
  }) as Member

t.test('each process that does not recover is named, with the reason', async (t) => {
  const stack = { replicas: [member('delivery-0')], managers: [member('manager-0')] }
  const recovery = await untilRecovered(stack, { project, widget: '/w', limitMs: 0 })
  t.equal(recovery.recoveredMs, null)
  t.equal(recovery.failures.length, 2)
  for (const [at, name] of ['delivery-0', 'manager-0'].entries()) {
    const failure = recovery.failures[at] ?? ''
    t.ok(failure.startsWith(`${name} did not recover: `))
    t.match(failure, /ECONNREFUSED.*; it ended with SIGKILL; it wrote nothing$/)
  }
})
