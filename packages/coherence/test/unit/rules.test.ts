import t from 'tap'
import { parseRules, rules } from '../../src/index.js'

t.test('rules are named by their names', async (t) => {
  t.same(parseRules(''), new Set())
  t.same(parseRules('lease,wait-for-acks'), new Set(['lease', 'wait-for-acks']))
  t.same(parseRules(rules.join()), new Set(rules))
})

t.test('a name that is no rule is told, with those that are', async (t) => {
  t.throws(() => parseRules('lease,leese'), { message: /"leese" is no rule; there are .*lease,/ })
})
