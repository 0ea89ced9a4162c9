import t from 'tap'
import { NotTriedError, RefusedError } from '../../src/trouble/failures.js'
import { createTroubleLog, type Doing } from '../../src/trouble/log.js'

function troubleLog() {
  const told: string[] = []
  let nowMs = 0
  const log = createTroubleLog({
    onTrouble: ({ code }, doing) => told.push(`${doing}: ${code}`),
    onRecovery: ({ code }) => told.push(`over: ${code}`),
    now: () => nowMs,
  })
  const fail = async (doing: Doing, error: Error): Promise<void> => {
    await log.track(doing, () => Promise.reject(error)).catch(() => undefined)
  }
  return {
    log,
    told: () => told.splice(0),
    fail: (doing: Doing, code: string) => fail(doing, new RefusedError(code, '')),
    failBy: fail,
    succeed: (doing: Doing) => log.track(doing, async () => undefined),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

t.test('a problem and its end are reported once, whichever calls are affected', async (t) => {
  const { log, told, fail, succeed } = troubleLog()
  await succeed('read')
  for (const doing of ['read', 'list', 'write', 'remove'] as const)
    await fail(doing, 'NoSuchBucket')
  t.same(told(), ['read: NoSuchBucket'])
  t.ok(log.isTroubled())
  await succeed('list')
  await succeed('read')
  t.same(told(), ['over: NoSuchBucket'])
  t.notOk(log.isTroubled())
})

t.test('a different cause is reported', async (t) => {
  const { told, fail } = troubleLog()
  await fail('read', 'InvalidAccessKeyId')
  await fail('read', 'SignatureDoesNotMatch')
  t.same(told(), ['read: InvalidAccessKeyId', 'read: SignatureDoesNotMatch'])
})

t.test('an intermittent problem is reported once a minute', async (t) => {
  const { told, fail, succeed, pass } = troubleLog()
  for (let i = 0; i < 10; i += 1) {
    await fail('read', 'SlowDown')
    await succeed('read')
    pass(1000)
  }
  t.same(told(), ['read: SlowDown', 'over: SlowDown'])
  pass(60_000)
  await fail('read', 'SlowDown')
  t.same(told(), ['read: SlowDown'])
})

t.test('a rejection of one kind of call ends when that kind succeeds', async (t) => {
  const { told, fail, succeed } = troubleLog()
  await fail('remove', 'AccessDenied')
  await succeed('read')
  await fail('write', 'AccessDenied')
  await succeed('remove')
  t.same(told(), ['remove: AccessDenied', 'write: AccessDenied', 'over: AccessDenied'])
})

t.test('skipped calls and errors of the file system change nothing', async (t) => {
  const { log, failBy } = troubleLog()
  await failBy('read', new NotTriedError())
  await failBy('write', Object.assign(new Error('ENOENT'), { path: '/file' }))
  t.notOk(log.isTroubled())
})
