import { during } from '../nemeses/nemesis.js'
import { moment, unanswered } from './fixture.js'
import type { Scenario } from './scenario.js'

export const readerScenarios: readonly Scenario[] = [
  {
    rule: 'floors-in-memory',
    how: 'a change of what the replica keeps in memory',
    play: async (scene) => {
      const exhibit = await scene.keptExhibit()
      await exhibit.edit(scene.manager)
      await exhibit.read(scene.replica)
      return [exhibit]
    },
  },
  {
    rule: 'floors-in-store',
    replicas: 2,
    how: 'a change of what another replica has put into Redis',
    play: async (scene) => {
      const exhibit = await scene.keptExhibit()
      await exhibit.edit(scene.manager)
      await exhibit.read(scene.otherReplica)
      return [exhibit]
    },
  },
  {
    rule: 'floors-in-flight',
    how: 'a change while Postgres’ answer to an earlier read is held up',
    play: async (scene) => {
      const { manager, replica } = scene
      // The key that both are read with is kept from then on.
      await scene.keptExhibit()
      const exhibit = await scene.exhibit()
      const { postgres } = replica.links
      const reads: Promise<unknown>[] = []
      await during([postgres], unanswered, async () => {
        reads.push(exhibit.read(replica))
        await moment()
        await exhibit.edit(manager)
        reads.push(exhibit.read(replica))
        await moment()
      })
      await Promise.all(reads)
      return [exhibit]
    },
  },
]
