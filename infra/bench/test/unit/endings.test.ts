import t from 'tap'
import { withEndings } from '../../src/endings.js'

t.test('endings are done in reverse, one after the other, however it ends', async (t) => {
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
