import type { Fault } from '../proxy/fault.js'
import type { Links } from '../stack/links.js'
import { during, linksOf, member, type Nemesis, seconds } from './nemesis.js'

const cut: Fault = { kind: 'cut' }
const halfOpen: Fault = { kind: 'swallow' }
const unheard: Fault = { kind: 'swallow', direction: 'toServer' }
const unanswered: Fault = { kind: 'swallow', direction: 'toClient' }
const held: Fault = { kind: 'hold' }
const slow: Fault = { kind: 'delay', ms: 50, jitterMs: 100 }
const narrow: Fault = { kind: 'throttle', bytesPerSecond: 20_000 }

/** A fault on one link of one replica. */
const onReplica = (link: keyof Links, kind: string, fault: Fault): Nemesis => ({
  name: `${link}-link-${kind}`,
  strike: ({ replicas }, lasting) =>
    during([member(replicas, 0).links[link]], fault, () => seconds(lasting)),
})

/** The same on this link of every manager. */
const onManagers = (link: keyof Links, kind: string, fault: Fault): Nemesis => ({
  name: `managers-${link}-link-${kind}`,
  strike: ({ managers }, lasting) =>
    during(
      managers.map(({ links }) => links[link]),
      fault,
      () => seconds(lasting),
    ),
})

export const linkNemeses: readonly Nemesis[] = [
  onReplica('redis', 'cut', cut),
  onReplica('redis', 'half-open', halfOpen),
  onReplica('redis', 'unheard', unheard),
  onReplica('redis', 'unanswered', unanswered),
  onReplica('redis', 'held', held),
  onReplica('postgres', 'cut', cut),
  onReplica('postgres', 'half-open', halfOpen),
  onReplica('postgres', 'unheard', unheard),
  onReplica('postgres', 'unanswered', unanswered),
  onReplica('postgres', 'held', held),
  onManagers('redis', 'cut', cut),
  onManagers('redis', 'half-open', halfOpen),
  onManagers('postgres', 'unanswered', unanswered),
  {
    name: 'replica-cut-off',
    strike: ({ replicas }, lasting) =>
      during(Object.values(member(replicas, 0).links), cut, () => seconds(lasting)),
  },
  {
    name: 'replica-cut-off-half-open',
    strike: ({ replicas }, lasting) =>
      during(Object.values(member(replicas, 0).links), halfOpen, () => seconds(lasting)),
  },
  {
    name: 'links-slow',
    strike: (stack, lasting) => {
      const links = [...linksOf(stack, 'redis'), ...linksOf(stack, 'postgres')]
      return during(links, slow, () => seconds(lasting))
    },
  },
  {
    name: 'replica-links-narrow',
    strike: ({ replicas }, lasting) =>
      during(Object.values(member(replicas, 0).links), narrow, () => seconds(lasting)),
  },
  {
    name: 'replica-links-break-off',
    strike: ({ replicas }, lasting) =>
      during(
        Object.values(member(replicas, 0).links),
        { kind: 'cut-after', bytes: 5000, direction: 'toClient' },
        () => seconds(lasting),
      ),
  },
  {
    name: 'postgres-link-cut-redis-flushed',
    strike: ({ replicas, backends }, lasting) =>
      during([member(replicas, 0).links.postgres], cut, async () => {
        await seconds(lasting - 1)
        await backends.redis('FLUSHALL')
        await seconds(1)
      }),
  },
  {
    name: 'postgres-link-cut-redis-old-dump',
    strike: ({ replicas, backends }) =>
      during([member(replicas, 0).links.postgres], cut, async () => {
        await seconds(1)
        await backends.redis('SAVE')
        await seconds(1)
        await backends.restart('redis', 'SIGKILL')
        await seconds(1)
        await backends.redis('FLUSHALL')
        await backends.redis('SAVE')
      }),
  },
  {
    name: 'postgres-link-cut-managers-redis-cut',
    strike: ({ replicas, managers }, lasting) => {
      const links = [
        member(replicas, 0).links.postgres,
        ...managers.map(({ links }) => links.redis),
      ]
      return during(links, cut, () => seconds(lasting))
    },
  },
]
