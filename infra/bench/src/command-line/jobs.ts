import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noisePng } from '@vitrine/testing'
import { createAdmin } from '../admin.js'
import type { Stack } from '../with-stack.js'
import { program } from './program.js'

type Log = (line: string) => void

const quickstartPictures = 20
const quickstartBarSeconds = 15
/** A PNG of noise has about 3 MB. */
const large = { width: 1100, height: 900 }
const small = { width: 640, height: 480 }

export async function measureJobs(stack: Stack, log: Log, pictures: number): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-bench-cli-'))
  try {
    const run = await signedIn(stack, home)
    const few = await makePictures(join(home, 'few'), quickstartPictures, small)
    const quickstart = await secondsOf(() => run.untilOutput(['quickstart', few, '--no-open']))
    const verdict = quickstart <= quickstartBarSeconds ? 'met' : 'missed'
    log(
      `quickstart of ${quickstartPictures}: ${quickstart.toFixed(1)} s; bar ${quickstartBarSeconds} s: ${verdict}`,
    )
    const many = await makePictures(join(home, 'many'), pictures, large)
    for (const name of ['upload', 'the same upload again']) {
      const seconds = await secondsOf(() => run.toEnd(['upload', many, '-r', '--dedupe']))
      log(`${name} of ${pictures}: ${seconds.toFixed(1)} s`)
    }
  } finally {
    await rm(home, { recursive: true })
  }
}

async function signedIn({ management, startDelivery }: Stack, home: string) {
  await startDelivery()
  const { account } = await createAdmin(management.url)
  const env = { PATH: process.env.PATH, HOME: home, VITRINE_URL: management.url }
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [program, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const run = {
    /** Resolves at the first line of the result. */
    untilOutput: async (args: readonly string[]) => {
      const child = start(args)
      const exit = once(child, 'exit')
      await Promise.race([once(child.stdout, 'data'), exit])
      child.kill('SIGINT')
      await check(exit, args)
    },
    toEnd: async (args: readonly string[], input = '') => {
      const child = start(args)
      child.stdout.resume()
      child.stdin.end(input)
      await check(once(child, 'exit'), args)
    },
  }
  await run.toEnd(['login', '--email', account.email, '--password', '-'], account.password)
  await run.toEnd(['projects', 'create', 'Bench'])
  await run.toEnd(['use', '--project', 'bench'])
  return run
}

async function check(exit: Promise<unknown[]>, args: readonly string[]): Promise<void> {
  const [code] = await exit
  if (code !== 0) throw new Error(`vitrine ${args.join(' ')} ended with ${code}`)
}

/** Each differs by a few bytes after its end, which decoders ignore. */
async function makePictures(
  folder: string,
  count: number,
  size: { width: number; height: number },
): Promise<string> {
  await mkdir(folder)
  const picture = await noisePng(size)
  for (let n = 0; n < count; n += 1) {
    await writeFile(join(folder, `${n}.png`), Buffer.concat([picture, Buffer.from(`${n}`)]))
  }
  return folder
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
