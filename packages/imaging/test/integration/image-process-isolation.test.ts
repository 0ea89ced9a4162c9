import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { imageChildren, readProc } from '@vitrine/testing'
import t from 'tap'
import { createEndlessPicture } from '../endless-picture.js'
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
  const threads = await readdir(`/proc/${pid}/task`)
  t.ok(threads.length > 4)
  for (const scheduling of await Promise.all(threads.map((thread) => schedulingOf(pid, thread)))) {
    t.strictSame(scheduling, { niceness: 19, policy: idlePolicy }, 'leaves the CPU to others')
  }
  const session = await readProc(pid, 'autogroup')
  t.match(session ?? 'a kernel without nice 19', /nice 19\s*$/, 'in a session that does so too')
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

/** sched(7): SCHED_IDLE. */
const idlePolicy = 5

/** proc(5): the 19th field and the 41st; the name before them may have spaces. */
async function schedulingOf(pid: number, thread: string) {
  const fields = (await readProc(pid, `task/${thread}/stat`))?.split(') ')[1]?.split(' ') ?? []
  return { niceness: Number(fields[16]), policy: Number(fields[38]) }
}
