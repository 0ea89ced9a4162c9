import { during } from '../nemeses/nemesis.js'
import { none } from '../proxy/fault.js'
import { type Exhibit, moment, newsLinks, type Scene, unanswered, unheard } from './fixture.js'
import type { Scenario } from './scenario.js'

/** A change while the replica's lease runs and nothing that it is told arrives. */
async function changeUnheard(scene: Scene): Promise<Exhibit[]> {
  const exhibit = await scene.keptExhibit()
  await during(newsLinks(scene.replica), unanswered, async () => {
    await exhibit.edit(scene.manager)
    await exhibit.read(scene.replica)
  })
  return [exhibit]
}

/** A change right after a replica has registered, before any writer has looked again. */
async function changeAfterRegistration(scene: Scene): Promise<Exhibit[]> {
  const { manager, otherReplica } = scene
  const exhibit = await scene.exhibit()
  await otherReplica.end()
  const { postgres } = otherReplica.links
  const registering = postgres.trap(
    { direction: 'toServer', text: 'INSERT INTO replicas', fault: unheard },
    scene.signal,
  )
  await Promise.all([otherReplica.start(), registering])
  await postgres.set(none)
  await exhibit.read(otherReplica)
  await during(newsLinks(otherReplica), unanswered, async () => {
    await exhibit.edit(manager)
    await exhibit.read(otherReplica)
  })
  return [exhibit]
}

/** A call is repeated at another manager while the first one still waits for a replica. */
async function repeatElsewhere(scene: Scene): Promise<Exhibit[]> {
  const { manager, otherManager, replica } = scene
  const exhibit = await scene.keptExhibit()
  const body = { status: 'DRAFT' }
  let first: Promise<void> | undefined
  await during(newsLinks(replica), unanswered, async () => {
    const write = exhibit.note('absent')
    first = exhibit.send(manager, body)
    while (!(await scene.truth(exhibit)).includes('"DRAFT"')) await moment(10)
    await exhibit.send(otherManager, body)
    write.endMs = performance.now()
    await exhibit.read(replica)
  })
  await first
  return [exhibit]
}

export const writerScenarios: readonly Scenario[] = [
  {
    rule: 'wait-for-acks',
    how: 'a change while nothing that the replica is told arrives',
    play: changeUnheard,
  },
  {
    rule: 'read-register-after-commit',
    replicas: 2,
    how: 'a change right after a replica has registered',
    play: changeAfterRegistration,
  },
  {
    rule: 'fence-after-lease',
    how: 'a change while nothing that the replica is told arrives',
    play: changeUnheard,
  },
  {
    rule: 'fence-as-observed',
    how: 'the same, with a replica that has renewed its lease for longer than that lasts',
    play: async (scene) => {
      await moment(4000)
      return changeUnheard(scene)
    },
  },
  {
    rule: 'settle-no-op-writes',
    managers: 2,
    how: 'a call is repeated while its first attempt waits for a replica',
    play: repeatElsewhere,
  },
]
