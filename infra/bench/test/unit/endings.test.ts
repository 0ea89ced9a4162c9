import t from 'tap'
import { withEndings } from '../../src/endings.js'

t.test('cleanups run sequentially in reverse order, even after an error', async (t) => {
  for (const fails of [false, true]) {
    const order: string[] = []
    const ended = withEndings(async (atEnd) => {
      atEnd(() => order.push('first'))
      atEnd(async () => {
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
