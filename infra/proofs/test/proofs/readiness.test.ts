import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { until } from '@vitrine/testing'
import { type Fault, none } from '@vitrine/testing/fault-proxy'
import { createCaller } from '@vitrine/testing/http'
import t, { type Test } from '@vitrine/testing/t'
import { type PrivateBackends, withBackends } from '../../src/stack/backends.js'
import type { Links, Member } from '../../src/stack/member.js'
import { startStack } from '../../src/stack/stack.js'

const execute = promisify(execFile)

// It takes longer when other suites run at the same time.
t.setTimeout(1_200_000)

const hold: Fault = { kind: 'hold' }
const cut: Fault = { kind: 'cut' }

const caller = createCaller({ timeoutMs: 60_000 })
t.teardown(() => caller.close())

const probe = async (member: Member) => caller.send(member.url(), { path: '/readyz' })
const isReady = async (member: Member) => (await probe(member)).status === 200

/** Waits until the readiness of all members is as expected at one moment. */
const untilReady = (members: readonly Member[], expected: readonly boolean[]) =>
  until(async () => {
    const ready = await Promise.all(members.map(isReady))
    return ready.every((state, index) => state === expected[index])
  })

function strike(member: Member, names: readonly (keyof Links)[], fault: Fault): void {
  for (const name of names) member.links[name].set(fault)
}

/** Starts two replicas of a service and waits until both are ready. */
async function start(t: Test, backends: PrivateBackends, service: 'delivery' | 'management-api') {
  const count = service === 'delivery' ? { replicas: 2, managers: 0 } : { replicas: 0, managers: 2 }
  // Long enough for a busy machine: only faults may make a replica unready.
  const settings = { DATABASE_TIMEOUT_MS: '15000', STORE_TIMEOUT_MS: '15000' }
  const stack = await startStack(backends, { ...count, settings })
  t.teardown(() => stack.dispose())
  const [first, second] = service === 'delivery' ? stack.replicas : stack.managers
  if (first === undefined || second === undefined) throw new Error('there are not two replicas')
  await untilReady([first, second], [true, true])
  return [first, second] as const
}

/** The services among the children of this process. */
async function runningServices(): Promise<string[]> {
  const { stdout } = await execute('ps', ['-A', '-o', 'ppid=,args='])
  const children = stdout.split('\n').filter((line) => Number.parseInt(line, 10) === process.pid)
  return children.filter((line) => line.includes('/dist/main.js'))
}

await withBackends(async (backends) => {
  await t.test('a stack of which one process fails leaves none running', async (t) => {
    // The manager is still starting when the replica fails.
    const settings = { RENDER_LIMIT_PER_ADDRESS: 'many' }
    const starting = startStack(backends, { replicas: 1, managers: 1, settings })
    await t.rejects(starting, { message: /RENDER_LIMIT_PER_ADDRESS/ })
    t.same(await runningServices(), [])
  })

  for (const service of ['delivery', 'management-api'] as const) {
    await t.test(service, async (t) => {
      const [first, second] = await start(t, backends, service)

      for (const [how, names, fault] of [
        ['cannot reach Postgres', ['postgres'], cut],
        ['gets no answer from Postgres', ['postgres'], hold],
        ['reaches nothing', ['postgres', 'redis', 'store'], hold],
        ['cannot reach the store', ['store'], cut],
      ] as const) {
        await t.test(`a single replica that ${how} becomes unready, and ready again`, async () => {
          strike(first, names, fault)
          await untilReady([first, second], [false, true])
          strike(first, names, none)
          await untilReady([first, second], [true, true])
        })
      }

      await t.test('all replicas stay ready when none reaches Postgres', async (t) => {
        const both = [first, second]
        for (const member of both) strike(member, ['postgres'], cut)
        const probes = await until(async () => {
          const probes = await Promise.all(both.map(probe))
          for (const { status, body } of probes) if (status !== 200) throw new Error(body)
          return probes.every(({ body }) => body.includes('"database":"down"')) && probes
        })
        t.match(probes, [{ status: 200 }, { status: 200 }])
        strike(second, ['postgres'], none)
        await untilReady(both, [false, true])
        strike(first, ['postgres'], none)
        await untilReady(both, [true, true])
      })
    })
  }
})
