import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const program = fileURLToPath(
  import.meta.resolve('@vitrine/simulation').replace('index.js', 'run.js'),
)
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

t.test('clean seeds end with 0 and with the counts of what happened', async (t) => {
  const { status, stdout } = run('--seeds', '8', '--seed', '1')
  t.equal(status, 0)
  t.match(stdout, /^8 seeds, \d+ a second$/m)
  t.match(stdout, /^reads +[\d,]+$/m)
  t.match(stdout, /no wrong answer/)
})

t.test('a failure ends with 1 and names the command that repeats it', async (t) => {
  const { status, stdout } = run('--seeds', '5', '--seed', '1', '--without', 'wait-for-acks')
  t.equal(status, 1)
  t.match(stdout, /wrong answers, the first: replica-\d/)
  t.match(stdout, /was acknowledged; by it the answer is/)
  const command = /again: npm run simulate -- (.*--trace)/.exec(stdout)?.[1] ?? ''

  const again = run(...command.split(' '))
  t.equal(again.status, 1)
  t.match(again.stdout, /postgres commits 1: /)
  t.match(again.stdout, /older than the last acknowledgement before the read started/)
})

t.test('a wrong option ends with 2 and a sentence', async (t) => {
  const { status, stderr } = run('--profile', 'sun')
  t.equal(status, 2)
  t.match(stderr, /^npm run simulate: --profile is "sun"; it must be one of: postgres, /)
})
