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
  t.equal(interrupted.code, 130)
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

t.test(
  'a file that is too large is not sent, and a dry run names what would be refused',
  async (t) => {
    const { cli } = await newCommandLine(t)
    const folder = await newPictures(t, 2)
    await writeFile(join(folder, 'large.png'), Buffer.alloc(26 * 1024 * 1024, 1))
    await writeFile(join(folder, 'empty.png'), '')
    await writeFile(join(folder, 'text.png'), 'no picture')
    await writeFile(join(folder, 'notes.txt'), 'notes')
    const dry = await cli.run(['upload', folder, '-r', '--dry-run'])
    t.match(dry, { code: 1, stdout: '' })
    for (const line of [
      /notes\.txt: not named as a picture$/m,
      /large\.png: The file has 26.0 MiB; at most 25.0 MiB are accepted\.$/m,
      /empty\.png: The file is empty\.$/m,
      /text\.png: The file is no picture/,
      /2 to send, 0 already there, 3 to be refused\n.*3 of 5 would be refused\.\n$/,
    ]) {
      t.match(dry.stderr, line)
    }
    await rm(join(folder, 'text.png'))
    const { code, stderr } = await cli.run(['upload', folder, '-r'])
    t.equal(code, 1)
    t.match(stderr, /2 sent, 0 already there, 2 failed/)
    t.notMatch(stderr, /request/, 'the service was not asked')
  },
)

t.test('wrong use', async (t) => {
  const { cli } = await newCommandLine(t)
  const folder = await newPictures(t, 2)
  t.match(await cli.run(['upload', folder]), { code: 2, stderr: /Add -r/ })
  t.match(await cli.run(['upload', `${folder}/none.png`]), { code: 2, stderr: /There is no file/ })
  await rm(folder, { recursive: true })
  await mkdir(folder)
  t.match(await cli.run(['upload', folder, '-r']), { code: 2, stderr: /no picture to upload/ })
})
