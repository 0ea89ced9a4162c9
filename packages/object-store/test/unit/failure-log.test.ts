import t from '@vitrine/testing/t'
import { createFailureLog, type StoreAction } from '../../src/failures/log.js'
import { NotTriedError, RefusedError } from '../../src/failures/store-errors.js'

function failureLog() {
  const told: string[] = []
  let nowMs = 0
  const log = createFailureLog({
    onFailure: ({ code }, action) => told.push(`${action}: ${code}`),
    onRecovery: ({ code }) => told.push(`over: ${code}`),
    now: () => nowMs,
  })
  const fail = async (action: StoreAction, error: Error): Promise<void> => {
    await log.track(action, () => Promise.reject(error)).catch(() => undefined)
  }
  return {
    log,
    told: () => told.splice(0),
    fail: (action: StoreAction, code: string) => fail(action, new RefusedError(code, '')),
    failBy: fail,
    succeed: (action: StoreAction) => log.track(action, async () => undefined),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

t.test('a problem and its end are reported once, whichever calls are affected', async (t) => {
  const { log, told, fail, succeed } = failureLog()
  await succeed('read')
  for (const action of ['read', 'list', 'write', 'remove'] as const)
    await fail(action, 'NoSuchBucket')
  t.same(told(), ['read: NoSuchBucket'])
  t.ok(log.isFailing())
  await succeed('list')
  await succeed('read')
  t.same(told(), ['over: NoSuchBucket'])
  t.notOk(log.isFailing())
})

t.test('a different cause is reported', async (t) => {
  const { told, fail } = failureLog()
  await fail('read', 'InvalidAccessKeyId')
  await fail('read', 'SignatureDoesNotMatch')
  t.same(told(), ['read: InvalidAccessKeyId', 'read: SignatureDoesNotMatch'])
})

t.test('an intermittent problem is reported once a minute', async (t) => {
  const { told, fail, succeed, pass } = failureLog()
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
  const { told, fail, succeed } = failureLog()
  await fail('remove', 'AccessDenied')
  await succeed('read')
  await fail('write', 'AccessDenied')
  await succeed('remove')
  t.same(told(), ['remove: AccessDenied', 'write: AccessDenied', 'over: AccessDenied'])
})

t.test('skipped calls and errors of the file system change nothing', async (t) => {
  const { log, failBy } = failureLog()
  await failBy('read', new NotTriedError())
  await failBy('write', Object.assign(new Error('ENOENT'), { path: '/file' }))
  t.notOk(log.isFailing())
})
