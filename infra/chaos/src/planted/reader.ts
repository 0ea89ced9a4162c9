import { during } from '../nemeses/nemesis.js'
import { moment, unanswered } from './fixture.js'
import type { Scenario } from './scenario.js'

export const readerScenarios: readonly Scenario[] = [
  {
    rule: 'floors-in-memory',
    how: 'a change of what the replica keeps in memory',
    play: async (fixture) => {
      const widget = await fixture.cachedWidget()
      await widget.edit(fixture.manager)
      await widget.read(fixture.replica)
      return [widget]
    },
  },
  {
    rule: 'floors-in-store',
    replicas: 2,
    how: 'a change of what another replica has put into Redis',
    play: async (fixture) => {
      const widget = await fixture.cachedWidget()
      await widget.edit(fixture.manager)
      await widget.read(fixture.otherReplica)
      return [widget]
    },
  },
  {
    rule: 'floors-in-flight',
    how: 'a change while Postgres’ answer to an earlier read is held up',
    play: async (fixture) => {
      const { manager, replica } = fixture
      // The replica now has the API key in memory, which the reads below need as well.
      await fixture.cachedWidget()
      const widget = await fixture.widget()
      const { postgres } = replica.links
      const reads: Promise<unknown>[] = []
      await during([postgres], unanswered, async () => {
        reads.push(widget.read(replica))
        await moment()
        await widget.edit(manager)
        reads.push(widget.read(replica))
        await moment()
      })
      await Promise.all(reads)
      return [widget]
    },
  },
]
