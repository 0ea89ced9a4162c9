import t from 'tap'
import { checks } from '../../src/checks/checks.js'
import { parseOptions } from '../../src/options.js'

const names = ['uploads', 'deletes']

t.test('without arguments every check runs against every store', async (t) => {
  t.same(parseOptions([], names), { checks: names, stores: ['versitygw', 'minio'], uploads: 200 })
})

t.test('checks and stores are chosen by name', async (t) => {
  const args = ['--check', 'deletes', '--store=minio', '--uploads', '40']
  t.same(parseOptions(args, names), { checks: ['deletes'], stores: ['minio'], uploads: 40 })
})

const mistakes: [args: string[], message: RegExp][] = [
  [['--check', 'luck'], /--check is "luck"; it must be one of: uploads, deletes/],
  [['--store', 'floppy'], /--store is "floppy"; it must be one of: versitygw, minio/],
  [['--uploads', '5'], /--uploads is "5"; it must be a whole number from 20 to 10000/],
  [['--colour'], /Unknown option '--colour'/],
]

for (const [args, message] of mistakes) {
  t.test(`${args.join(' ')} is a mistake that is named`, async (t) => {
    t.throws(() => parseOptions(args, names), { message })
  })
}

t.test('every check has a name of its own', async (t) => {
  t.equal(new Set(checks.map(({ name }) => name)).size, checks.length)
})
