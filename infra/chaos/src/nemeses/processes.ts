import type { Member } from '../stack/member.js'
import { during, member, type Nemesis, seconds } from './nemesis.js'

/** Longer than a lease and the time after which a writer fences. */
const stopSeconds = 5
const restartAfterSeconds = 1

async function killAndStart(victim: Member): Promise<void> {
  await victim.kill()
  await seconds(restartAfterSeconds)
  await victim.start()
}

/** A process dies after a commit, before it has notified anyone. */
async function dieAfterCommit(victim: Member): Promise<void> {
  const { postgres, redis } = victim.links
  // The commit reaches Postgres. Its answer and all notifications are swallowed, then the process
  // is killed.
  const sprung = postgres.trap({
    direction: 'toServer',
    text: 'COMMIT',
    fault: { kind: 'swallow', direction: 'toClient' },
  })
  await sprung
  await during([redis], { kind: 'cut' }, () => victim.kill())
  await postgres.set({ kind: 'none' })
  await victim.start()
}

export const processNemeses: readonly Nemesis[] = [
  {
    name: 'replica-stopped',
    strike: async ({ replicas }) => {
      const victim = member(replicas, 0)
      victim.pause()
      await seconds(stopSeconds)
      victim.resume()
      await seconds(1)
    },
  },
  {
    name: 'replica-killed',
    strike: ({ replicas }) => killAndStart(member(replicas, 1)),
  },
  {
    name: 'replica-ended',
    strike: async ({ replicas }) => {
      const victim = member(replicas, 2)
      await victim.end()
      await victim.start()
    },
  },
  {
    name: 'manager-killed-after-commit',
    strike: async ({ managers }) => {
      for (const victim of managers) await dieAfterCommit(victim)
    },
  },
  {
    name: 'manager-killed-at-random',
    strike: async ({ managers }, lasting) => {
      const end = performance.now() + lasting * 1000
      for (let i = 0; performance.now() < end; i += 1) {
        const victim = member(managers, i % managers.length)
        await seconds(Math.random() / 2)
        await victim.kill()
        await victim.start()
      }
    },
  },
]
