import { findFreePort } from '@vitrine/local/programs'
import { type RunningService, startService } from '@vitrine/local/services'
import { startCuttingProxy } from '@vitrine/testing/cutting-proxy'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { createCommandLine, signIn } from '../cli/command.js'
import { duringUpload, newPictures } from '../cli/pictures.js'
import { environment } from '../services.js'

/** By hand: 1,000 files of 3,000,000 bytes. */
const files = Number(process.env.VITRINE_UPLOAD_FILES ?? 60)
const bytes = Number(process.env.VITRINE_UPLOAD_BYTES ?? 1200)

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

t.test('with cut connections, a kill and a restart, each picture is stored once', async (t) => {
  const proxy = await startCuttingProxy({ port })
  t.teardown(proxy.close)
  const account = await newAccount(management.url)
  const cli = createCommandLine(t, proxy.url)
  await signIn(cli, account.registration)
  const folder = await newPictures(t, files, bytes)
  const args = [folder, '-r', '--dedupe']

  const killed = await duringUpload(cli, args, Math.ceil(files / 6), (child) =>
    child.kill('SIGKILL'),
  )
  t.equal(killed.code, null)
  const { code, stderr } = await duringUpload(cli, args, Math.ceil(files / 2), restart)
  t.equal(code, 0, stderr)
  t.ok(proxy.uploads() > files, 'uploads were cut and repeated')

  const assets = await cli.json(['assets', 'list'])
  t.equal(assets.length, files)
  t.equal(new Set(assets.map(({ sha256 }) => sha256)).size, files, 'no picture is stored twice')
  const folders = await cli.json(['folders', 'list'])
  t.same(folders.map(({ path, assetCount }) => [path, assetCount]).sort(), [
    ['photos', Math.floor(files / 2)],
    ['photos/beach', Math.ceil(files / 2)],
  ])
  const sent = proxy.uploads()
  for (const more of [[], ['--dedupe']]) {
    const again = await cli.json(['upload', folder, '-r', ...more])
    t.equal(again.filter(({ state }) => state === 'known').length, files)
  }
  t.equal(proxy.uploads(), sent, 'another run sends nothing')
})
