import t from 'tap'
import { withCleanup } from '../../src/cleanup.js'

t.test('cleanups run sequentially in reverse order, even after an error', async (t) => {
  for (const fails of [false, true]) {
    const order: string[] = []
    const ended = withCleanup(async (addCleanup) => {
      addCleanup(() => order.push('first'))
      addCleanup(async () => {
        await new Promise(setImmediate)
        order.push('second')
      })
      order.push('use')
      if (fails) throw new Error('failed')
    })
    await (fails ? t.rejects(ended, { message: 'failed' }) : ended)
    t.same(order, ['use', 'second', 'first'])
  }
})
