import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'
import { createCommandLine, signIn } from './command.js'
import { duringUpload, newPictures } from './pictures.js'

const { management } = await startServices(t)

async function newCommandLine(t: Test) {
  const account = await newAccount(management.url)
  const cli = createCommandLine(t, management.url)
  await signIn(cli, account.registration)
  return { ...account, cli }
}

t.test('Ctrl-C ends an upload, and the next run goes on', async (t) => {
  const { cli } = await newCommandLine(t)
  const folder = await newPictures(t, 30)
  const interrupted = await duringUpload(cli, [folder, '-r'], 5, (child) => child.kill('SIGINT'))
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
