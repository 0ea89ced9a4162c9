import { rules } from '@vitrine/proofs'
import t from 'tap'
import { nemeses } from '../../src/nemeses/nemeses.js'
import { parseOptions } from '../../src/options.js'
import { notShown, scenarios } from '../../src/planted/scenarios.js'

t.test('without arguments every nemesis runs, and no rule is left out', async (t) => {
  t.same(parseOptions([]), { seconds: 5, nemeses, without: [], planted: null })
})

t.test('options name nemeses, and rules to leave out', async (t) => {
  const options = parseOptions(['--nemesis', 'redis-flushed', '--without', 'lease', '--seconds=2'])
  t.same(
    options.nemeses.map(({ name }) => name),
    ['redis-flushed'],
  )
  t.match(options, { seconds: 2, without: ['lease'], planted: null })
})

t.test('--planted leaves out every rule, or those that are named', async (t) => {
  t.same(parseOptions(['--planted']).planted, rules)
  t.same(parseOptions(['--planted', '--without', 'lease']).planted, ['lease'])
})

const mistakes: [args: string[], message: RegExp][] = [
  [['--seconds', 'long'], /--seconds is "long"; it must be a number from 1 to 600/],
  [['--nemesis', 'flood'], /--nemesis is "flood"; it must be one of: calm, replica-stopped,/],
  [['--without', 'luck'], /--without is "luck"; it must be one of: apply-without-gap,/],
  [['--colour'], /Unknown option '--colour'/],
]

for (const [args, message] of mistakes) {
  t.test(`${args.join(' ')} is refused with a sentence`, async (t) => {
    t.throws(() => parseOptions(args), { message })
  })
}

t.test('names of nemeses are unique', async (t) => {
  t.equal(new Set(nemeses.map(({ name }) => name)).size, nemeses.length)
})

for (const rule of rules) {
  t.test(`rule ${rule} has a scenario, or a reason why there is none`, async (t) => {
    const count = scenarios.filter((scenario) => scenario.rule === rule).length
    t.equal(count, notShown[rule] === undefined ? 1 : 0)
  })
}
