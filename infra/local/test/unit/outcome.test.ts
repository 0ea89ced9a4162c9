import t from '@vitrine/testing/t'
import { followLines } from '../../src/process/group.js'
import {
  describeFailure,
  describeOutput,
  lastLoggedError,
  untilReady,
} from '../../src/process/outcome.js'
import type { Exit } from '../../src/process/program.js'

const log = (line: object) => `${JSON.stringify(line)}\n`

t.test('the last error in a service’s log is reported in one sentence', async (t) => {
  const output = [
    log({ level: 50, msg: 'earlier' }),
    log({
      level: 50,
      msg: 'the store refuses',
      err: { message: 'no such bucket', code: 'NoSuchBucket' },
    }),
    log({ level: 30, msg: 'listening' }),
    'not JSON\n',
  ].join('')
  t.equal(lastLoggedError(output), 'the store refuses: no such bucket (NoSuchBucket)')
  t.equal(describeOutput(output), 'it says: the store refuses: no such bucket (NoSuchBucket)')
  t.equal(lastLoggedError(log({ level: 30, msg: 'fine' })), null)
  t.equal(lastLoggedError('null\n1\n'), null)
})

t.test('a failed program’s own reason is reported', async (t) => {
  const exit: Exit = { code: 1, signal: null }
  t.equal(describeFailure('migrate', exit, 'a\nmigrate: no way\n'), 'migrate failed: no way')
  t.equal(
    describeFailure('initdb', exit, 'a\nb\n'),
    'initdb failed with exit code 1; its last lines:\n    a\n    b',
  )
  t.equal(describeFailure('initdb', exit, ''), 'initdb failed with exit code 1; it wrote nothing')
})

function program(output: string) {
  let end: (exit: Exit) => void = () => undefined
  const exited = new Promise<Exit>((resolve) => {
    end = resolve
  })
  const stop = async () => {
    end({ code: 0, signal: null })
    return exited
  }
  return { name: 'it', pid: 1, exited, output: () => output, stop }
}

t.test('waits for a running program; a probe that throws stops it', async (t) => {
  let probes = 0
  await untilReady(program(''), () => ++probes === 3)
  const refused = program('')
  await t.rejects(
    untilReady(refused, () => Promise.reject(new Error('it says no'))),
    { message: 'it says no' },
  )
  t.same(await refused.exited, { code: 0, signal: null })
})

t.test('complete lines are forwarded once', async (t) => {
  const ended = program('one\ntwo\nhalf')
  await ended.stop()
  const lines: string[] = []
  await followLines(ended, (line) => lines.push(line))
  t.same(lines, ['one', 'two'])
})
