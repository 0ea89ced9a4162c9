import t from '@vitrine/testing/t'
import { countStale } from '../../src/simulation/margins.js'

for (const suspendedMs of [0, 100, 200, 225, 250, 275, 300, 500]) {
  t.test(
    `a lease ends before its fence when the machine is suspended for ${suspendedMs} ms`,
    async (t) => {
      t.equal(await countStale({ suspendedMs, graceMs: 0 }), 0)
    },
  )
}

t.test('without the detection of suspensions it does not', async (t) => {
  t.ok((await countStale({ suspendedMs: 500, graceMs: 0, without: ['suspended-clock'] })) > 0)
})

t.test('a grace period ends before the writer stops waiting for it', async (t) => {
  t.equal(await countStale({ suspendedMs: 0, graceMs: 60_000 }), 0)
})

t.test('without the margin for clocks it does not', async (t) => {
  t.ok((await countStale({ suspendedMs: 0, graceMs: 60_000, without: ['grace-margin'] })) > 0)
})
