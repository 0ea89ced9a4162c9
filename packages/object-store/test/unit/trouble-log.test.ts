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

t.test('a trouble is told once, whichever calls meet it, and its end too', async (t) => {
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

t.test('another reason is told', async (t) => {
  const { told, fail } = troubleLog()
  await fail('read', 'InvalidAccessKeyId')
  await fail('read', 'SignatureDoesNotMatch')
  t.same(told(), ['read: InvalidAccessKeyId', 'read: SignatureDoesNotMatch'])
})

t.test('what comes and goes by the second is told once a minute', async (t) => {
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

t.test('what is denied to one kind of call is over when that kind succeeds', async (t) => {
  const { told, fail, succeed } = troubleLog()
  await fail('remove', 'AccessDenied')
  await succeed('read')
  await fail('write', 'AccessDenied')
  await succeed('remove')
  t.same(told(), ['remove: AccessDenied', 'write: AccessDenied', 'over: AccessDenied'])
})

t.test('a call that was not made, or failed by the disk, says nothing', async (t) => {
  const { log, failBy } = troubleLog()
  await failBy('read', new NotTriedError())
  await failBy('write', Object.assign(new Error('ENOENT'), { path: '/file' }))
  t.notOk(log.isTroubled())
})
