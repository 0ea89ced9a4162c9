import t from '@vitrine/testing/t'
import { createTurns } from '../../src/uploads/turns.ts'

/** Locks of one browser: those who ask for the same name wait for each other. */
function createLocks() {
  const held = new Map<string, Promise<unknown>>()
  type Use = (lock: Lock | null) => unknown
  const request = async (
    name: string,
    { ifAvailable = false, signal }: LockOptions,
    use: Use,
  ): Promise<unknown> => {
    if (ifAvailable && held.has(name)) return use(null)
    while (held.has(name)) await held.get(name)
    signal?.throwIfAborted()
    const using = Promise.resolve(use({ name, mode: 'exclusive' }))
    const ended = using.catch(() => undefined).then(() => held.delete(name))
    held.set(name, ended)
    await ended
    return using
  }
  return { request } as unknown as Pick<LockManager, 'request'>
}

/** A project that stores the requests it receives, and tabs that send them. */
function createProject() {
  const locks = createLocks()
  const stored = new Map<string, string>()
  const log: string[] = []
  const openTab = (name: string, isAlone = false, ownLocks: typeof locks | undefined = locks) => {
    const inTurn = createTurns({
      locks: ownLocks,
      isAlone: async () => isAlone,
      find: async (_, hash) => {
        log.push(`${name} asks for ${hash}`)
        return stored.get(hash)
      },
    })
    return (hash: string, signal = new AbortController().signal) =>
      inTurn({ projectId: 'p', hash, signal }, async () => {
        await new Promise(setImmediate)
        log.push(`${name} sends ${hash}`)
        stored.set(hash, `of ${name}`)
      })
  }
  return { stored, log, openTab }
}

t.test('of two tabs with the same bytes one waits, and finds them', async (t) => {
  const { log, openTab } = createProject()
  const [a, b] = [openTab('a'), openTab('b')]
  t.same(await Promise.all([a('x'), b('x')]), [undefined, 'of a'])
  t.same(
    log.filter((line) => line.includes('sends')),
    ['a sends x'],
  )
})

t.test('bytes that another tab has sent before are found', async (t) => {
  const { openTab } = createProject()
  await openTab('a')('x')
  t.equal(await openTab('b')('x'), 'of a')
})

t.test('other bytes do not wait', async (t) => {
  const { log, openTab } = createProject()
  const a = openTab('a', true)
  await Promise.all([a('x'), a('y')])
  t.same(log, ['a sends x', 'a sends y'], 'a tab that is alone asks for nothing again')
})

t.test('one tab with the same bytes twice sends them once, with locks and without', async (t) => {
  const { openTab, log } = createProject()
  const a = openTab('a', true)
  t.same(await Promise.all([a('x'), a('x')]), [undefined, 'of a'])
  await a('z')
  t.equal(await a('z'), 'of a')
  const b = openTab('b', true, undefined)
  await b('y')
  t.equal(await b('y'), 'of b')
  t.equal(log.filter((line) => line.includes('sends')).length, 3)
})

t.test('the next in turn sends after an upload that failed', async (t) => {
  const asked: string[] = []
  const failing = createTurns({
    locks: createLocks(),
    isAlone: async () => true,
    find: async (_, hash) => {
      asked.push(hash)
      return undefined
    },
  })
  const { signal } = new AbortController()
  const cut = failing({ projectId: 'p', hash: 'x', signal }, () => Promise.reject(new Error('cut')))
  const next = failing({ projectId: 'p', hash: 'x', signal }, async () => undefined)
  await t.rejects(cut, { message: 'cut' })
  t.equal(await next, undefined)
  t.same(asked, ['x'])
  await failing({ projectId: 'p', hash: 'y', signal }, () =>
    Promise.reject(new Error('cut')),
  ).catch(() => undefined)
  await failing({ projectId: 'p', hash: 'y', signal }, async () => undefined)
  t.same(asked, ['x'], 'what has failed alone is sent again without a question')
})

t.test('an upload that is cancelled while it waits is not sent', async (t) => {
  const { log, openTab } = createProject()
  const cancelled = new AbortController()
  const first = openTab('a')('x')
  const second = openTab('b')('x', cancelled.signal)
  cancelled.abort()
  await first
  await t.rejects(second, { name: 'AbortError' })
  t.notOk(log.includes('b sends x'))
})
