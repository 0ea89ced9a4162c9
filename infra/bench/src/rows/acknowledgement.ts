import { createAdmin } from '../admin.js'
import { quantile } from '../quantile.js'
import { createReplicas } from '../replicas.js'
import { type Context, inTurns, msOf } from '../rounds.js'
import { type Stack, withStack } from '../stack.js'
import type { Line } from '../table.js'
import { measurePurges } from './purges.js'

const changesPerRound = 200
const deaths = 3

/**
 * What it costs that a change is visible at every replica when its call returns: publish and unpublish, beside the same
 * calls of an identical stack without a replica, in turns. After each call a replica is asked.
 *
 * @throws if a replica answers with the state before a call that has returned.
 */
export const acknowledgement = async (context: Context): Promise<Line[]> => [
  ...(await withStack(context.log, (plain) =>
    withStack(context.log, (stack) => measure(plain, stack, context)),
  )),
  ...(await measurePurgedChanges(context)),
]

/** The same of a change that a Varnish in front has to purge, beside an identical stack without it. */
async function measurePurgedChanges(context: Context): Promise<Line[]> {
  const { purged, unpurged } = await measurePurges(context, changesPerRound)
  return linesOf('purged from Varnish', purged, unpurged, { p50: 10 }, 'no cache')
}

async function measure(plain: Stack, stack: Stack, { log, rounds }: Context): Promise<Line[]> {
  const [commit, published] = [await createWidget(plain), await createWidget(stack)]
  const replicas = createReplicas(stack)
  const compare = async (name: string, most?: { p50?: number; p99: number }) => {
    log(`changes with ${name} …`)
    const samples = await inTurns(rounds * changesPerRound, {
      commit: () => msOf(commit.toggle),
      acknowledged: async () => {
        const ms = await msOf(published.toggle)
        await published.check(replicas.next())
        return ms
      },
    })
    return linesOf(name, samples.acknowledged, samples.commit, most)
  }
  const lines: Line[] = []
  for (const count of [1, 4, 8]) {
    await replicas.grow(count)
    const name = `${count} ${count === 1 ? 'replica' : 'replicas'}`
    lines.push(...(await compare(name, count === 8 ? { p50: 4, p99: 30 } : undefined)))
  }
  for (const [signal, what] of [
    ['SIGSTOP', 'suspended'],
    ['SIGKILL', 'killed'],
  ] as const) {
    log(`changes while one of 8 replicas is ${what} …`)
    const samples = await inTurns(deaths, {
      commit: () => msOf(commit.toggle),
      acknowledged: async () => {
        const victim = replicas.signal(signal)
        const ms = await msOf(published.toggle)
        await published.check(replicas.next())
        await victim.stop('SIGKILL')
        await replicas.grow(8)
        return ms
      },
    })
    lines.push({
      name: `change, one of 8 ${what}: the longest`,
      unit: 'ms',
      ours: [Math.max(...samples.acknowledged)],
      peer: { name: 'no replica', samples: [Math.max(...samples.commit)] },
      bar: { of: 'figure', atMost: 3500 },
    })
  }
  await replicas.forgetDead()
  for (const { killRedis } of [plain, stack]) killRedis()
  lines.push(...(await compare('8 replicas, no Redis', { p99: 60 })))
  return lines
}

/** @param most of the time that is added to that of the peer, ms. */
function linesOf(
  name: string,
  acknowledged: readonly number[],
  commit: readonly number[],
  most: { p50?: number; p99?: number } = {},
  peer = 'no replica',
): Line[] {
  return (['p50', 'p99'] as const).flatMap((key) => {
    const share = key === 'p50' ? 0.5 : 0.99
    const [ours, theirs] = [quantile(acknowledged, share), quantile(commit, share)]
    const atMost = most[key]
    const added: Line = { name: `  added, ${key}`, unit: 'ms', ours: [ours - theirs] }
    return [
      {
        name: `change, ${name}: ${key}`,
        unit: 'ms',
        ours: [ours],
        peer: { name: peer, samples: [theirs] },
      },
      atMost === undefined ? added : { ...added, bar: { of: 'figure', atMost } },
    ]
  })
}

/** A published widget that is unpublished and published alternately, and checked through delivery. */
async function createWidget(stack: Stack) {
  const admin = await createAdmin(stack.management.url)
  const { id: projectId } = await admin.createProject('Acknowledgement')
  const project = `/api/projects/${projectId}`
  const { key } = await admin.post<{ key: string }>(`${project}/api-keys`, { name: 'bench' })
  const input = { name: 'Bench', slug: 'bench', layout: 'GRID', assetIds: [] }
  const { id } = await admin.post<{ id: string }>(`${project}/widgets`, input)
  const widget = `${project}/widgets/${id}`
  await admin.put(`${widget}/publish`)
  let isPublished = true
  return {
    toggle: async (): Promise<void> => {
      await admin.put(`${widget}/${isPublished ? 'unpublish' : 'publish'}`)
      isPublished = !isPublished
    },
    /** @throws if the replica's answer predates the last change. */
    check: async (deliveryUrl: string): Promise<void> => {
      const headers = { 'x-api-key': key }
      const response = await fetch(`${deliveryUrl}/api/v1/widgets/bench`, { headers })
      await response.arrayBuffer()
      const expected = isPublished ? 200 : 404
      if (response.status === expected) return
      throw new Error(`${deliveryUrl} answered ${response.status} where ${expected} is true`)
    },
  }
}
