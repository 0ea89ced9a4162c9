import type { App } from '@vitrine/http'
import type { Test } from 'tap'
import { build, dead } from './build.js'
import type { Project } from './project.js'
import { createTenant, type Tenant } from './tenant.js'

/** One change, and its effect on the answer to one request, on every replica. */
export type Scene = {
  see: (app: App) => Promise<unknown>
  before: unknown
  change: () => Promise<unknown>
  after: unknown
}
export type Scenes = Record<string, (project: Project, tenant: Tenant) => Promise<Scene>>

/** How a change reaches the replicas. */
export const circumstances = [
  { name: 'with everything in place', isRedisSilent: false, second: {} },
  { name: 'when Redis loses every message', isRedisSilent: true, second: {} },
  { name: 'with Redis out of reach of one replica', isRedisSilent: false, second: dead.redis },
]

/**
 * Each change is visible to the very next request, on two replicas that had cached the old answer. How it reaches them
 * does not depend on the change, so the suite of widgets alone tries all ways.
 */
export function everyChangeCountsAtOnce(t: Test, scenes: Scenes, ways = circumstances.slice(0, 1)) {
  for (const { name, isRedisSilent, second } of ways) {
    t.test(name, async (t) => {
      const tenant = await createTenant(t, { isRedisSilent })
      const replicas = [await build(t, {}), await build(t, second)] as const
      for (const [change, arrange] of Object.entries(scenes)) {
        await t.test(change, async (t) => {
          const scene = await arrange(await tenant.addProject(), tenant)
          await sees(t, replicas, scene.see, scene.before, 'before')
          await sees(t, replicas, scene.see, scene.before, 'before, kept')
          await scene.change()
          await sees(t, replicas, scene.see, scene.after, 'after')
          await sees(t, replicas, scene.see, scene.after, 'after, kept')
        })
      }
    })
  }
}

async function sees(
  t: Test,
  replicas: readonly App[],
  see: Scene['see'],
  wanted: unknown,
  when: string,
): Promise<void> {
  const seen = await Promise.all(replicas.map(see))
  for (const [i, answer] of seen.entries()) t.strictSame(answer, wanted, `${when}, replica ${i}`)
}
