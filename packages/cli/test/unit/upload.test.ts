import { appendFile, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import t from '@vitrine/testing/t'
import { startProgress } from '../../src/output/progress.js'
import type { Context } from '../../src/session/context.js'
import { AppendLog } from '../../src/upload/append-log.js'
import { decide, type HashedFile } from '../../src/upload/decide.js'
import { planOf } from '../../src/upload/plan.js'
import { problemOf } from '../../src/upload/problem.js'
import { UploadLog } from '../../src/upload/upload-log.js'

type Entry = { id: string; value: number }
const openLog = (path: string) => AppendLog.open<Entry>(path, ({ id }) => id)

t.test('a plan has the pictures of directories, which become folders', async (t) => {
  const folder = t.testdir({
    'a.JPG': 'x',
    'notes.txt': 'x',
    '.hidden.jpg': 'x',
    beach: { 'b.png': 'xx', deep: { 'c.webp': 'x' } },
  })
  await symlink(folder, join(folder, 'beach', 'circle'))
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  const path = relative('', folder)
  const { files, skipped } = await planOf([path], { isRecursive: true, folder: 'Summer' })
  t.same(
    files.map((file) => [file.folder, file.filename, file.size]),
    [
      [`Summer/${name}`, 'a.JPG', 1],
      [`Summer/${name}/beach`, 'b.png', 2],
      [`Summer/${name}/beach/deep`, 'c.webp', 1],
    ],
  )
  t.same(
    files.map((file) => file.shown),
    ['a.JPG', 'beach/b.png', 'beach/deep/c.webp'].map((name) => `${path}/${name}`),
    'files are named as the command line does',
  )
  t.same(skipped, [
    { shown: `${path}/.hidden.jpg`, reason: 'hidden' },
    { shown: `${path}/beach/circle`, reason: 'neither a file nor a directory' },
    { shown: `${path}/notes.txt`, reason: 'not named as a picture' },
  ])
  await t.rejects(planOf([folder], { isRecursive: false, folder: '' }), { message: /Add -r/ })
  await t.rejects(planOf([`${folder}/none`], { isRecursive: true, folder: '' }), {
    message: /There is no file/,
  })
})

t.test('a log keeps its last entries, and loses one that was interrupted', async (t) => {
  const path = join(t.testdir(), 'a', 'log.jsonl')
  const { log, entries } = await openLog(path)
  t.equal(entries.size, 0)
  await log.append({ id: 'a', value: 1 })
  await log.append({ id: 'b', value: 2 })
  await log.append({ id: 'a', value: 3 })
  await log.close()
  await appendFile(path, '{"id":"c","val')
  const again = await openLog(path)
  t.same(
    again.entries,
    new Map([
      ['a', { id: 'a', value: 3 }],
      ['b', { id: 'b', value: 2 }],
    ]),
  )
  await again.log.append({ id: 'd', value: 4 })
  await again.log.close()
  t.equal((await readFile(path, 'utf8')).split('\n').length, 4, 'replaced entries are gone')
})

t.test(
  'a file that would be refused is known by its size, its beginning and its end',
  async (t) => {
    const jpeg = Buffer.from('\xff\xd8\xffdata\xff\xd9', 'latin1')
    const folder = t.testdir({
      'whole.jpg': jpeg,
      'cut.jpg': jpeg.subarray(0, -1),
      'cut.png': Buffer.from('\x89PNG\r\n\x1a\ndata', 'latin1'),
      'empty.jpg': '',
      'text.jpg': 'no picture',
      'large.jpg': Buffer.concat([jpeg, Buffer.alloc(2048)]),
    })
    const { files } = await planOf([folder], { isRecursive: true, folder: '' })
    const problems = files.map(async (file) => [
      file.filename,
      await problemOf(file, { maxBytes: 1024 }),
    ])
    t.match(Object.fromEntries(await Promise.all(problems)), {
      'whole.jpg': null,
      'cut.jpg': 'The JPEG is cut short.',
      'cut.png': 'The PNG is cut short.',
      'empty.jpg': 'The file is empty.',
      'text.jpg': /no picture/,
      'large.jpg': 'The file has 2.0 KiB; at most 1.0 KiB are accepted.',
    })
  },
)

const fileOf = (path: string, sha256: string): HashedFile => ({
  path,
  shown: path,
  filename: path,
  folder: '',
  size: 1,
  mtimeMs: 1,
  sha256,
  identity: path,
})
const assetOf = (id: string) => ({ id, folderId: null, filename: 'a' })

t.test('an upload log gives an interrupted upload its key again', async (t) => {
  const folder = t.testdir()
  const first = await UploadLog.open(folder, 'http://a', 'p')
  const key = await first.begin('a')
  await t.rejects(
    UploadLog.open(folder, 'http://a', 'p'),
    { message: /uploads into this/ },
    'one process at a time',
  )
  await first.close()
  const second = await UploadLog.open(folder, 'http://a', 'p')
  t.equal(await second.begin('a'), key)
  await second.complete('a', 'asset')
  t.not(await second.begin('a'), key, 'a new upload of the same file is another one')
  await second.close()
})

t.test('of many processes, one takes over the lock of a process that was killed', async (t) => {
  const folder = t.testdir()
  const first = await UploadLog.open(folder, 'http://a', 'p')
  await first.close()
  const [name] = await readdir(join(folder, 'uploads'))
  const noProcess = 2 ** 22 + 1
  await writeFile(join(folder, 'uploads', `${name}.lock`), String(noProcess))
  const open = () => UploadLog.open(folder, 'http://a', 'p')
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, open))
  const opened = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  t.equal(opened.length, 1)
  const message = `Process ${process.pid} uploads into this project. Wait until it ends.`
  await t.rejects(open(), { message })
  await opened[0]?.close()
  t.same(await readdir(join(folder, 'uploads')), [name], 'nothing else is left')
})

t.test(
  'a file that was sent, or with --dedupe one that the project has, is not sent again',
  async (t) => {
    const uploadLog = await UploadLog.open(t.testdir(), 'http://a', 'p')
    t.teardown(() => uploadLog.close())
    await uploadLog.complete('sent', 'asset-1')
    await uploadLog.complete('deleted', 'asset-2')
    await uploadLog.begin('begun')
    const files = [
      fileOf('sent', '1'),
      fileOf('deleted', '2'),
      fileOf('begun', '3'),
      fileOf('same', '1'),
      fileOf('twin', '4'),
      fileOf('other twin', '4'),
    ]
    const found = new Map([
      ['1', [assetOf('asset-0'), assetOf('asset-1')]],
      ['3', [assetOf('x')]],
    ])
    const states = (isDeduped: boolean) =>
      decide(files, found, uploadLog, isDeduped).map(({ file, ...decision }) => decision)
    t.same(states(false), [
      { state: 'known', assetId: 'asset-1' },
      ...Array(5).fill({ state: 'new' }),
    ])
    t.same(states(true), [
      { state: 'known', assetId: 'asset-1' },
      { state: 'new' },
      { state: 'known', assetId: 'x' },
      { state: 'known', assetId: 'asset-0' },
      { state: 'new' },
      { state: 'double', of: 'twin' },
    ])
  },
)

t.test('progress is shown to a person alone', async (t) => {
  const progressOf = (isTTY: boolean, isJson: boolean) => {
    let written = ''
    const stderr = { isTTY, write: (text: string) => (written += text) }
    const context = { terminal: { stdin: { isTTY }, stderr }, output: { isJson } }
    const progress = startProgress(context as unknown as Context, 2, 'Sending')
    progress.advance()
    progress.hide()
    progress.show(2)
    progress.stop('2 sent')
    return written
  }
  t.match(progressOf(true, false), /Sending 1\/2.*Sending 2\/2.*2 sent\n$/s)
  t.equal(progressOf(true, true), '')
  t.equal(progressOf(false, false), '')
})
