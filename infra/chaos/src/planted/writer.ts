import { during } from '../nemeses/nemesis.js'
import { none } from '../proxy/fault.js'
import {
  moment,
  notificationLinks,
  type ScenarioFixture,
  type TestWidget,
  unanswered,
  unheard,
} from './fixture.js'
import type { Scenario } from './scenario.js'

/** A change while the replica holds its lease and nothing that is sent to it arrives. */
async function changeUnheard(fixture: ScenarioFixture): Promise<TestWidget[]> {
  const widget = await fixture.cachedWidget()
  await during(notificationLinks(fixture.replica), unanswered, async () => {
    await widget.edit(fixture.manager)
    await widget.read(fixture.replica)
  })
  return [widget]
}

/** A change immediately after a replica registered, before any writer has read the register again. */
async function changeAfterRegistration(fixture: ScenarioFixture): Promise<TestWidget[]> {
  const { manager, otherReplica } = fixture
  const widget = await fixture.widget()
  await otherReplica.end()
  const { postgres } = otherReplica.links
  const registering = postgres.trap(
    { direction: 'toServer', text: 'INSERT INTO replicas', fault: unheard },
    fixture.signal,
  )
  await Promise.all([otherReplica.start(), registering])
  await postgres.set(none)
  await widget.read(otherReplica)
  await during(notificationLinks(otherReplica), unanswered, async () => {
    await widget.edit(manager)
    await widget.read(otherReplica)
  })
  return [widget]
}

/** A call is repeated at another manager while the first one still waits for a replica. */
async function repeatElsewhere(fixture: ScenarioFixture): Promise<TestWidget[]> {
  const { manager, otherManager, replica } = fixture
  const widget = await fixture.cachedWidget()
  const body = { status: 'DRAFT' }
  let first: Promise<void> | undefined
  await during(notificationLinks(replica), unanswered, async () => {
    const write = widget.note('absent')
    first = widget.send(manager, body)
    while (!(await fixture.truth(widget)).includes('"DRAFT"')) await moment(10)
    await widget.send(otherManager, body)
    write.endMs = performance.now()
    await widget.read(replica)
  })
  await first
  return [widget]
}

export const writerScenarios: readonly Scenario[] = [
  {
    rule: 'wait-for-acks',
    how: 'a change while nothing that is sent to the replica arrives',
    play: changeUnheard,
  },
  {
    rule: 'read-register-after-commit',
    replicas: 2,
    how: 'a change immediately after a replica registered',
    play: changeAfterRegistration,
  },
  {
    rule: 'fence-after-lease',
    how: 'a change while nothing that is sent to the replica arrives',
    play: changeUnheard,
  },
  {
    rule: 'fence-as-observed',
    how: 'the same, with a replica that has renewed its lease for longer than that lasts',
    play: async (fixture) => {
      await moment(4000)
      return changeUnheard(fixture)
    },
  },
  {
    rule: 'settle-no-op-writes',
    managers: 2,
    how: 'a call is repeated while its first attempt waits for a replica',
    play: repeatElsewhere,
  },
]
