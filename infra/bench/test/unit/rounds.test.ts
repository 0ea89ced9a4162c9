import t from 'tap'
import { inTurns } from '../../src/rounds.js'

t.test('each round runs every measure once and starts with another one', async (t) => {
  const order: string[] = []
  const noting = (name: string) => async (round: number) => {
    order.push(name)
    return `${name}${round}`
  }
  const values = await inTurns({ a: noting('a'), b: noting('b'), c: noting('c') }, 4)
  t.equal(order.join(''), 'abcbcacababc')
  t.same(values, {
    a: ['a0', 'a1', 'a2', 'a3'],
    b: ['b0', 'b1', 'b2', 'b3'],
    c: ['c0', 'c1', 'c2', 'c3'],
  })
})

t.test('a failing measure ends the run', async (t) => {
  const failing = inTurns({ a: async () => 1, b: () => Promise.reject(new Error('refused')) })
  await t.rejects(failing, { message: 'refused' })
})
