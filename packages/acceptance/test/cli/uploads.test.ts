import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '@vitrine/local/programs'
import { type RunningService, startService } from '@vitrine/local/services'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { newAccount } from '../account.js'
import { startProxy } from '../sdk/proxy.js'
import { environment } from '../services.js'
import { type CommandLine, createCommandLine, signIn } from './command.js'

const port = await findFreePort()
const start = () =>
  startService({
    name: 'management-api',
    env: { ...environment('http://127.0.0.1'), PORT: String(port) },
    log: () => undefined,
  })
let management: RunningService = await start()
t.teardown(() => management.stop())
async function restart(): Promise<void> {
  await management.stop()
  management = await start()
}

/** Pictures in two folders, each of another colour. */
async function newPictures(t: Test, count: number): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
  t.teardown(() => rm(own, { recursive: true }))
  const folder = join(own, 'photos')
  await mkdir(join(folder, 'beach'), { recursive: true })
  const names = Array.from({ length: count }, (_, n) => (n % 2 ? `${n}.png` : `beach/${n}.png`))
  for (const [n, name] of names.entries()) {
    const background = { r: n, g: 255 - n, b: Math.floor(Math.random() * 256) }
    const create = { width: 40, height: 30, channels: 3, background } as const
    await writeFile(join(folder, name), await sharp({ create }).png().toBuffer())
  }
  return folder
}

async function newCommandLine(t: Test, url = management.url) {
  const account = await newAccount(management.url)
  const cli = createCommandLine(t, url)
  await signIn(cli, account.registration)
  return { ...account, cli }
}

/** Runs an upload until it has reported files; then `then` is called, and the exit code awaited. */
async function during(
  cli: CommandLine,
  args: readonly string[],
  files: number,
  then: (child: ChildProcess) => unknown,
): Promise<{ code: number | null; lines: number }> {
  const child = cli.start(['upload', ...args, '--json'])
  child.stdin?.end()
  const exit = once(child, 'exit')
  let lines = 0
  if (child.stdout === null) throw new Error('No stdout.')
  for await (const _ of createInterface(child.stdout)) {
    lines += 1
    if (lines === files) await then(child)
  }
  const [code] = await exit
  return { code: code as number | null, lines }
}

t.test('with lost answers, a kill and a restart, each picture is stored once', async (t) => {
  let uploads = 0
  const cuts = (call: string) => {
    if (!/^POST .*\/assets$/.test(call)) return false
    uploads += 1
    return uploads % 5 === 0
  }
  const delivery: [{ url: string }] = [management]
  const proxy = await startProxy(t, { management, delivery } as never, { cuts })
  const { cli } = await newCommandLine(t, proxy.url)
  const folder = await newPictures(t, 60)
  const args = [folder, '-r', '--dedupe']
  const killed = await during(cli, args, 10, (child) => child.kill('SIGKILL'))
  t.equal(killed.code, null)
  const { code } = await during(cli, args, 25, restart)
  t.equal(code, 0)
  const assets = await cli.json(['assets', 'list'])
  t.equal(assets.length, 60)
  t.equal(new Set(assets.map(({ sha256 }) => sha256)).size, 60)
  const folders = await cli.json(['folders', 'list'])
  t.same(folders.map(({ path, assetCount }) => [path, assetCount]).sort(), [
    ['photos', 30],
    ['photos/beach', 30],
  ])
  const sent = uploads
  for (const more of [[], ['--dedupe']]) {
    const again = await cli.json(['upload', folder, '-r', ...more])
    t.equal(again.filter(({ state }) => state === 'known').length, 60)
  }
  t.equal(uploads, sent, 'the second run sends nothing')
})

t.test('Ctrl-C ends an upload, and the next run goes on', async (t) => {
  const { cli } = await newCommandLine(t)
  const folder = await newPictures(t, 30)
  const interrupted = await during(cli, [folder, '-r'], 5, (child) => child.kill('SIGINT'))
  t.equal(interrupted.code, 1)
  t.ok(interrupted.lines < 30)
  t.equal((await cli.run(['upload', folder, '-r'])).code, 0)
  t.equal((await cli.json(['assets', 'list'])).length, 30)
})

t.test('folders and tags are set; a deleted picture is sent again', async (t) => {
  const { cli } = await newCommandLine(t)
  const folder = await newPictures(t, 3)
  const file = join(folder, '1.png')
  t.match(await cli.json(['upload', file, '--dry-run']), [{ state: 'new' }])
  t.equal((await cli.json(['assets', 'list'])).length, 0)
  const args = ['upload', file, '--folder', 'Summer/Beach', '--tag', 'sea', '--tag', 'sun']
  const [{ assetId } = {}] = await cli.json(args)
  t.match(await cli.json(['assets', 'get', String(assetId)]), [{ tags: ['sea', 'sun'] }])
  const folders = await cli.json(['folders', 'list'])
  t.same(folders.map(({ path, assetCount }) => [path, assetCount]).sort(), [
    ['Summer', 0],
    ['Summer/Beach', 1],
  ])
  t.match(await cli.json(args), [{ state: 'known' }])
  await cli.run(['assets', 'rm', String(assetId)])
  t.match(await cli.json(args), [{ state: 'stored' }])
})

t.test('a file that is no picture fails alone', async (t) => {
  const { cli } = await newCommandLine(t)
  const folder = await newPictures(t, 2)
  await writeFile(join(folder, 'text.png'), 'no picture')
  const { code, stderr } = await cli.run(['upload', folder, '-r'])
  t.equal(code, 1)
  t.match(stderr, /text\.png: UNSUPPORTED_IMAGE: .*\(request /)
  t.match(stderr, /2 sent, 0 already there, 1 failed/)
  t.match(stderr, /1 of 3 failed\.\n$/)
})

t.test('wrong use', async (t) => {
  const { cli } = await newCommandLine(t)
  const folder = await newPictures(t, 2)
  t.match(await cli.run(['upload', folder]), { code: 2, stderr: /Add -r/ })
  t.match(await cli.run(['upload', `${folder}/none.png`]), { code: 2, stderr: /There is no file/ })
  await rm(folder, { recursive: true })
  await mkdir(folder)
  t.match(await cli.run(['upload', folder, '-r']), { code: 2, stderr: /no picture to upload/ })
})
