import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { imageChildren, readProc, until } from '@vitrine/testing'
import t from 'tap'
import { createEndlessPicture } from '../endless-picture.js'
import { noise } from '../pictures.js'
import { smallerWebp } from '../smaller-webp.js'
import { startImages } from '../start-images.js'

/** The native libraries that a program which imports the module has loaded. */
async function librariesOf(module: string): Promise<string[]> {
  const program = `await import('${module}')
    process.stdout.write(JSON.stringify(process.report.getReport().sharedObjects))`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

t.test('who makes pictures in other processes loads no decoder', async (t) => {
  const decodersOf = async (module: string) =>
    (await librariesOf(module)).filter((library) => /vips|sharp/.test(library))
  t.strictSame(await decodersOf('@vitrine/imaging'), [])
  t.not((await decodersOf('@vitrine/imaging/direct')).length, 0, 'unlike who makes them itself')
})

t.test('a busy process', async (t) => {
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
  t.notMatch(environment, /secret/, 'knows no secret')
  const names = environment.split('\0').map((line) => line.split('=')[0] ?? '')
  t.notMatch(names.join(' '), /DATABASE|JWT|HOME/)
  t.match(environment, /MALLOC_CONF=dirty_decay_ms:1000\0/, 'but how memory is to be kept')
  const own = await schedulingOf(process.pid)
  t.strictSame(
    await schedulingsOfThreads(pid),
    [{ ...own, session: pid }],
    'shares the cores as this process does, in a session of its own',
  )
  t.ok(await hasSessionNiceness(pid, 0))
  t.equal(
    (await readProc(pid, 'oom_score_adj'))?.trim(),
    '500',
    'is the first to go without memory',
  )

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
  await busy.finish()
  await work
  t.strictSame(images.deaths, [], 'is ended by its parent alone')
})

t.test('a process that is to yield', async (t) => {
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
    'is nicer than this process by as much, in all of its threads',
  )
  t.ok(await hasSessionNiceness(pid, 3), 'and so is its session')
  await busy.finish()
  await work
})

/** Of Linux: SCHED_IDLE. */
const idle = 5

t.test('a process that is to yield all', async (t) => {
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
  t.equal(await render(true), pid, 'is the same')
  const isIdle = async () =>
    (await schedulingsOfThreads(pid)).every(({ policy }) => policy === idle)
  t.ok(await until(isIdle), 'in all of its threads')
  t.ok(await hasSessionNiceness(pid, 10), 'and its session gets a tenth of the share of another')
  const next = await render(false)
  t.strictSame(
    await schedulingsOfThreads(next),
    [{ ...own, session: next }],
    'a picture that does not yield gets a new one',
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
    'or is started so',
  )
  t.ok(await hasSessionNiceness(first, 10))
})

/** Resolves to whether it comes to be so; true where Linux does not share the cores among sessions. */
async function hasSessionNiceness(pid: number, niceness: number): Promise<boolean> {
  const autogroup = () => readProc(pid, 'autogroup')
  if ((await autogroup()) === null) return true
  return until(async () => (await autogroup())?.trim().endsWith(` nice ${niceness}`) ?? false)
}

type Scheduling = { niceness: number; policy: number; session: number }

/** Each scheduling that a thread of the process has, once. */
async function schedulingsOfThreads(pid: number): Promise<Scheduling[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  if (threads.length <= 4) throw new Error(`only ${threads.length} threads: it decodes nothing`)
  const all = await Promise.all(threads.map((thread) => schedulingOf(pid, thread)))
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

/** proc(5): the 6th field, the 19th and the 41st; the name before them may have spaces. */
async function schedulingOf(pid: number, thread: number | string = pid): Promise<Scheduling> {
  const fields = (await readProc(pid, `task/${thread}/stat`))?.split(') ')[1]?.split(' ') ?? []
  const [session, niceness, policy] = [fields[3], fields[16], fields[38]].map(Number)
  if (session === undefined || niceness === undefined || policy === undefined) {
    throw new Error(`process ${pid} has no thread ${thread}`)
  }
  return { niceness, policy, session }
}
