import type { Fault } from '@vitrine/testing/fault-proxy'
import { createRandom } from '@vitrine/testing/random'
import type { Member } from '../stack/member.js'
import type { Stack } from '../stack/stack.js'
import { during, type Nemesis, seconds } from './nemesis.js'

const atOnce = 4
const longestSeconds = 5
/** A storm lasts longer than a single fault, so that faults overlap in many ways. */
const factor = 4

const faults: readonly Fault[] = [
  { kind: 'cut' },
  { kind: 'swallow' },
  { kind: 'swallow', direction: 'toClient' },
  { kind: 'swallow', direction: 'toServer' },
  { kind: 'hold' },
  { kind: 'hold', direction: 'toClient' },
  { kind: 'hold', direction: 'toServer' },
  { kind: 'delay', ms: 20, jitterMs: 300 },
  { kind: 'cut-after', bytes: 3000 },
]

const { pick, between } = createRandom(Date.now())
const aWhile = () => seconds(between(0.2, longestSeconds))

/** A fault of some seconds, at a link or a member that has no other one. */
type Harm = (stack: Stack, taken: Set<unknown>) => Promise<void>

const breakLink: Harm = async ({ managers, replicas }, taken) => {
  const link = pick(Object.values(pick([...managers, ...replicas, ...replicas]).links))
  if (taken.has(link)) return
  taken.add(link)
  await during([link], pick(faults), aWhile)
  taken.delete(link)
}

const onMember =
  (harm: (member: Member) => Promise<void>): Harm =>
  async ({ managers, replicas }, taken) => {
    const member = pick([...managers, ...replicas])
    if (taken.has(member)) return
    taken.add(member)
    await harm(member)
    taken.delete(member)
  }

const pause = onMember(async (member) => {
  member.pause()
  await aWhile()
  member.resume()
})

const kill = onMember(async (member) => {
  await member.kill()
  await member.start()
})

const flush: Harm = ({ backends }) => backends.redis('FLUSHALL')

/** Picked at random: links break most often. */
const harms: readonly Harm[] = [breakLink, breakLink, breakLink, breakLink, pause, kill, flush]

export const storm: Nemesis = {
  name: 'storm',
  strike: async (stack, lasting) => {
    const end = performance.now() + lasting * factor * 1000
    const taken = new Set<unknown>()
    const rage = async () => {
      while (performance.now() < end) {
        await pick(harms)(stack, taken)
        await seconds(between(0, 0.2))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, rage))
  },
}
