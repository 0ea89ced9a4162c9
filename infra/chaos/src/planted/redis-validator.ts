import { during } from '../nemeses/nemesis.js'
import { none } from '../proxy/fault.js'
import {
  cut,
  moment,
  type ScenarioFixture,
  type TestWidget,
  unanswered,
  unheard,
} from './fixture.js'
import type { Scenario } from './scenario.js'

/** Redis is flushed while a replica without Postgres is cut off from Redis as well. */
async function emptyRedis(fixture: ScenarioFixture): Promise<TestWidget[]> {
  const { manager, replica, backends } = fixture
  const widget = await fixture.cachedWidget()
  const { postgres, redis } = replica.links
  await during([postgres], cut, async () => {
    await during([redis], cut, async () => {
      await widget.edit(manager)
      await backends.redis('FLUSHALL')
    })
    for (let i = 0; i < 10; i += 1) {
      await moment(100)
      await widget.read(replica)
    }
  })
  return [widget]
}

/**
 * The copy of the log gets a change and loses it before the replica is fenced. The replica then
 * notes the identity of the flushed copy at the end of its lease.
 */
async function emptyRedisBeforeFence(fixture: ScenarioFixture): Promise<TestWidget[]> {
  const { manager, replica, backends, signal } = fixture
  const widget = await fixture.cachedWidget()
  const { postgres, redis } = replica.links
  // The renewal is executed now, before the change, and answered later.
  await postgres.trap(
    { direction: 'toServer', text: 'renewals = renewals + 1', fault: unanswered },
    signal,
  )
  await moment()
  await redis.set(cut)
  // Postgres must not notify the replica of the change either.
  const notifying = manager.links.postgres.trap(
    { direction: 'toServer', text: 'pg_notify', fault: unheard },
    signal,
  )
  const edit = widget.edit(manager)
  await notifying
  await moment(200)
  await backends.redis('FLUSHALL')
  await redis.set(none)
  await moment(500)
  await postgres.set(none)
  await moment(80)
  await during([postgres], cut, async () => {
    await manager.links.postgres.set(none)
    await edit
    await widget.read(replica)
  })
  return [widget]
}

export const redisValidatorScenarios: readonly Scenario[] = [
  {
    rule: 'copy-of-same-identity',
    how: 'a replica without Postgres, and Redis emptied',
    play: emptyRedis,
  },
  {
    rule: 'copy-after-fence',
    how: 'Redis emptied after it took a change and before the replica is fenced',
    play: emptyRedisBeforeFence,
  },
]
