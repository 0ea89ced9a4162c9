// Needs a process of its own: it inspects the children of the process.
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { imageChildren, readProc, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createEndlessPicture } from '../endless-picture.js'
import { noise } from '../pictures.js'
import { smallerWebp } from '../smaller-webp.js'
import { startImages } from '../start-images.js'

/** The native libraries that a program loads when it imports the module. */
async function librariesOf(module: string): Promise<string[]> {
  const program = `await import('${module}')
    process.stdout.write(JSON.stringify(process.report.getReport().sharedObjects))`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

t.test('a program that uses image processes loads no decoder', async (t) => {
  const decodersOf = async (module: string) =>
    (await librariesOf(module)).filter((library) => /vips|sharp/.test(library))
  t.strictSame(await decodersOf('@vitrine/imaging'), [])
  t.not(
    (await decodersOf('@vitrine/imaging/direct')).length,
    0,
    'unlike a program that decodes images itself',
  )
})

t.test('a busy image process', async (t) => {
  process.env.DATABASE_URL = 'postgres://user:secret@database/vitrine'
  process.env.JWT_SECRET = 'secret'
  process.env.MALLOC_CONF = 'dirty_decay_ms:1000'
  const directory = t.testdir({})
  const busy = await createEndlessPicture(t, join(directory, 'busy'))
  const images = startImages(t)
  const work = t.rejects(images.ingest(busy.path, directory), { code: 'UNSUPPORTED_IMAGE' })
  await busy.begun()
  const [pid = 0] = await imageChildren()

  const environment = (await readProc(pid, 'environ')) ?? ''
  t.notMatch(environment, /secret/, 'has no secrets in its environment')
  const names = environment.split('\0').map((line) => line.split('=')[0] ?? '')
  t.notMatch(names.join(' '), /DATABASE|JWT|HOME/)
  t.match(environment, /MALLOC_CONF=dirty_decay_ms:1000\0/, 'has the settings for memory')
  const own = await schedulingOf(process.pid)
  t.strictSame(
    await schedulingsOfThreads(pid),
    [{ ...own, session: pid }],
    'has the same scheduling as this process, in a separate session',
  )
  t.ok(await hasSessionNiceness(pid, 0))
  t.equal(
    (await readProc(pid, 'oom_score_adj'))?.trim(),
    '500',
    'is the first to be killed when memory runs out',
  )

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
  await busy.finish()
  await work
  t.strictSame(images.deaths, [], 'is ended only by its parent')
})

t.test('a process with a niceness', async (t) => {
  const directory = t.testdir({})
  const busy = await createEndlessPicture(t, join(directory, 'busy'))
  const images = startImages(t, { niceness: 3 })
  const work = t.rejects(images.ingest(busy.path, directory), { code: 'UNSUPPORTED_IMAGE' })
  await busy.begun()
  const [pid = 0] = await imageChildren()

  const own = await schedulingOf(process.pid)
  t.strictSame(
    await schedulingsOfThreads(pid),
    [{ ...own, niceness: own.niceness + 3, session: pid }],
    'has this niceness relative to its parent in all threads',
  )
  t.ok(await hasSessionNiceness(pid, 3), 'has a session with the niceness')
  await busy.finish()
  await work
})

/** SCHED_IDLE of Linux. */
const idle = 5

t.test('an image with idle priority', async (t) => {
  const directory = t.testdir({ picture: await noise(40, 30).jpeg().toBuffer() })
  const render = async (yieldsAll: boolean) => {
    await images.render(join(directory, 'picture'), smallerWebp(), join(directory, 'out'), {
      yieldsAll,
    })
    const [pid = 0] = await imageChildren()
    return pid
  }
  const images = startImages(t)
  const own = await schedulingOf(process.pid)
  const pid = await render(false)
  t.strictSame(await schedulingsOfThreads(pid), [{ ...own, session: pid }])
  t.equal(await render(true), pid, 'is processed by the same process')
  const isIdle = async () =>
    (await schedulingsOfThreads(pid)).every(({ policy }) => policy === idle)
  t.ok(await until(isIdle), 'with idle scheduling in all threads')
  t.ok(await hasSessionNiceness(pid, 10), 'in a session with a tenth of the weight')
  const next = await render(false)
  t.strictSame(
    await schedulingsOfThreads(next),
    [{ ...own, session: next }],
    'an image with normal priority gets a new process',
  )
  t.ok(await hasSessionNiceness(next, 0))
  t.not(next, pid)
  await images.close()

  const others = startImages(t)
  const rendered = others.render(
    join(directory, 'picture'),
    smallerWebp(),
    join(directory, 'out'),
    {
      yieldsAll: true,
    },
  )
  await rendered
  const [first = 0] = await imageChildren()
  t.strictSame(
    await schedulingsOfThreads(first),
    [{ ...own, policy: idle, session: first }],
    'or starts one with idle scheduling',
  )
  t.ok(await hasSessionNiceness(first, 10))
})

/** Resolves to whether it becomes true; true where Linux does not schedule by session. */
async function hasSessionNiceness(pid: number, niceness: number): Promise<boolean> {
  const autogroup = () => readProc(pid, 'autogroup')
  if ((await autogroup()) === null) return true
  return until(async () => (await autogroup())?.trim().endsWith(` nice ${niceness}`) ?? false)
}

type Scheduling = { niceness: number; policy: number; session: number }

/** The distinct scheduling attributes of the process's threads. */
async function schedulingsOfThreads(pid: number): Promise<Scheduling[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  if (threads.length <= 4) throw new Error(`only ${threads.length} threads: it decodes nothing`)
  const all = await Promise.all(threads.map((thread) => schedulingOf(pid, thread)))
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

/** proc(5): fields 6, 19 and 41. The name before them may contain spaces. */
async function schedulingOf(pid: number, thread: number | string = pid): Promise<Scheduling> {
  const fields = (await readProc(pid, `task/${thread}/stat`))?.split(') ')[1]?.split(' ') ?? []
  const [session, niceness, policy] = [fields[3], fields[16], fields[38]].map(Number)
  if (session === undefined || niceness === undefined || policy === undefined) {
    throw new Error(`process ${pid} has no thread ${thread}`)
  }
  return { niceness, policy, session }
}
