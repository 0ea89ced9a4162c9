import { during } from '../nemeses/nemesis.js'
import { none } from '../proxy/fault.js'
import {
  cut,
  moment,
  notificationLinks,
  type ScenarioFixture,
  type TestWidget,
  unanswered,
  unheard,
} from './fixture.js'
import type { Scenario } from './scenario.js'

const renewal = 'renewals = renewals + 1'
const registration = 'INSERT INTO replicas'

/**
 * The notification of one change is lost on both buses, that of the next one arrives, and the log
 * cannot be read. The replica must not acknowledge either change.
 */
async function loseOneOfTwo(fixture: ScenarioFixture): Promise<TestWidget[]> {
  const { manager, replica } = fixture
  const [lost, heard] = [await fixture.cachedWidget(), await fixture.cachedWidget()]
  const { postgres, redis } = replica.links
  await postgres.set(unanswered)
  await redis.set(cut)
  const published = manager.links.redis.trap(
    { direction: 'toServer', text: 'vitrine:changes', fault: none },
    fixture.signal,
  )
  const first = lost.edit(manager)
  await published
  await moment()
  await redis.set(none)
  // Time for the replica to subscribe again.
  await moment(400)
  const second = heard.edit(manager)
  await Promise.race([first, moment(1000)])
  await Promise.all([lost.read(replica), heard.read(replica)])
  await postgres.set(none)
  await Promise.all([first, second])
  return [lost, heard]
}

/** A renewal is answered late, and the replica is cut off immediately after that. */
async function answerRenewalLate(fixture: ScenarioFixture): Promise<TestWidget[]> {
  const { manager, replica } = fixture
  const widget = await fixture.cachedWidget()
  const { postgres, redis } = replica.links
  const trap = { direction: 'toServer', text: renewal, fault: unanswered } as const
  await postgres.trap(trap, fixture.signal)
  await moment(2700)
  await postgres.set(none)
  await moment(30)
  await during([postgres, redis], cut, async () => {
    await widget.edit(manager)
    await widget.read(replica)
  })
  return [widget]
}

/** A change is made while a registration is on its way. */
async function registerLate(fixture: ScenarioFixture): Promise<TestWidget[]> {
  const { manager, replica, otherReplica } = fixture
  const widget = await fixture.widget()
  // Redis now has the entry for the other replica.
  await widget.read(replica)
  await otherReplica.end()
  const { postgres } = otherReplica.links
  const registering = postgres.trap(
    { direction: 'toServer', text: registration, fault: unheard },
    fixture.signal,
  )
  await Promise.all([otherReplica.start(), registering])
  await widget.edit(manager)
  await postgres.set(none)
  await widget.read(otherReplica)
  return [widget]
}

export const replicaScenarios: readonly Scenario[] = [
  {
    rule: 'apply-without-gap',
    how: 'one of two changes is not heard of: Postgres link held, Redis link cut for a moment',
    play: loseOneOfTwo,
  },
  {
    rule: 'apply-before-ack',
    how: 'one of two changes is not heard of: Postgres link held, Redis link cut for a moment',
    play: loseOneOfTwo,
  },
  {
    rule: 'lease',
    how: 'the replica is cut off until it is fenced',
    play: async (fixture) => {
      const widget = await fixture.cachedWidget()
      await during(notificationLinks(fixture.replica), cut, async () => {
        await widget.edit(fixture.manager)
        await widget.read(fixture.replica)
      })
      return [widget]
    },
  },
  {
    rule: 'lease-from-send',
    how: 'a renewal is answered 2.7 s late, then the replica is cut off until it is fenced',
    play: answerRenewalLate,
  },
  {
    rule: 'load-after-register',
    replicas: 2,
    how: 'the registration of a new replica is held up while a change is made',
    play: registerLate,
  },
  {
    rule: 'fenced-for-good',
    how: 'the replica is cut off until it is fenced, and comes back',
    play: async (fixture) => {
      const { manager, replica } = fixture
      const widget = await fixture.cachedWidget()
      await during(notificationLinks(replica), cut, () => widget.edit(manager))
      // Time to connect and to renew the lease.
      for (let i = 0; i < 20; i += 1) {
        await widget.read(replica)
        await moment(100)
      }
      return [widget]
    },
  },
]
