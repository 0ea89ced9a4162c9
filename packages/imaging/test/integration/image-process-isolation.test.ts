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
  const niceness = await Promise.all(threads.map((thread) => nicenessOf(pid, thread)))
  t.ok(threads.length > 4)
  t.strictSame(new Set(niceness), new Set([19]), 'leaves the CPU to others')
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

/** proc(5): the 19th field; the name before it may have spaces. */
async function nicenessOf(pid: number, thread: string): Promise<number> {
  const fields = (await readProc(pid, `task/${thread}/stat`))?.split(') ')[1]?.split(' ') ?? []
  return Number(fields[16])
}
