import { mock } from 'node:test'
import t from '@vitrine/testing/t'
import { createRefresh } from '../../src/uploads/refresh.ts'

t.test(
  'lists are read less and less often while files arrive, and soon after the last',
  async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.teardown(() => mock.timers.reset())
    let now = 0
    const reads: string[] = []
    const refresh = createRefresh((projectId) => void reads.push(`${projectId} ${now}`))
    const storeUntil = (end: number, isLast = false) => {
      for (; now < end; mock.timers.tick(500)) {
        now += 500
        refresh('p', { isLast })
      }
    }
    storeUntil(61_000)
    t.same(reads, ['p 2000', 'p 6000', 'p 14000', 'p 30000', 'p 60000'])
    refresh('q', { isLast: false })
    refresh('p', { isLast: true })
    now += 2000
    mock.timers.tick(2000)
    t.same(reads.slice(5), ['q 63000', 'p 63000'])
    now += 10_000
    mock.timers.tick(10_000)
    t.equal(reads.length, 7, 'a list is not read again without a new file')
  },
)
