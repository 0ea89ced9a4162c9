import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { problemOf } from '../../src/uploads/checks.ts'
import { filesOfDrop, filesOfList, isClutter } from '../../src/uploads/dropped.ts'
import { filesOfHandle } from '../../src/uploads/handles.ts'
import type { Kept, Source } from '../../src/uploads/kept.ts'
import type { Entry } from '../../src/uploads/ledger.ts'
import { createSources } from '../../src/uploads/sources.ts'
import { nameOf, openPage, refusal } from './service-double.ts'

const page = openPage(t)
const { createFolders } = await import('../../src/uploads/folders.ts')
const { lookUp } = await import('../../src/uploads/queue.ts')

const limits = { maxBytes: 1_000_000, maxPixels: 1e8 }

t.test('an empty file is called empty, not a wrong type', async (t) => {
  t.equal(await problemOf(new File([], 'a.jpg'), limits), 'It is empty, or cannot be read.')
})

t.test('a file at the limit is taken, one byte more is not', async (t) => {
  const picture = new Blob([new Uint8Array(await jpeg({ width: 10, height: 10 }))])
  const sizeOf = (bytes: number) => new Blob([picture, new Uint8Array(bytes - picture.size)])
  t.equal(await problemOf(sizeOf(limits.maxBytes), limits), null)
  t.match(await problemOf(sizeOf(limits.maxBytes + 1), limits), /^The file has 1 MB; at most/)
})

t.test('whatever its bytes are, a file is taken or has a reason', async () => {
  const start = fc.constantFrom(
    '',
    '\xff\xd8\xff',
    '\x89PNG',
    'GIF8',
    'RIFF1234WEBP',
    'II*\0',
    'MM\0+',
  )
  const bytes = fc
    .tuple(start, fc.uint8Array({ maxLength: 64 }))
    .map(([first, rest]) => new Uint8Array([...Buffer.from(first, 'latin1'), ...rest]))
  await fc.assert(
    fc.asyncProperty(bytes, async (given) => {
      const problem = await problemOf(new Blob([given]), limits)
      return problem === null || problem.endsWith('.')
    }),
  )
})

/** A dropped file or folder; what cannot be read fails as browsers let it. */
type Tree = { [name: string]: Tree | 'file' | 'unreadable file' | 'unreadable folder' }
type Node = Tree[string]

function entryOf(name: string, node: Node): FileSystemEntry {
  const fail = (_: unknown, reject: (error: Error) => void) => reject(new Error('NotFoundError'))
  const isFile = node === 'file' || node === 'unreadable file'
  const file = (resolve: (file: File) => void) => resolve(new File(['x'], name))
  const left = typeof node === 'object' ? Object.entries(node).map((one) => entryOf(...one)) : []
  const read = (resolve: (some: FileSystemEntry[]) => void) => resolve(left.splice(0, 100))
  const readEntries = node === 'unreadable folder' ? fail : read
  return {
    name,
    isFile,
    file: node === 'unreadable file' ? fail : file,
    createReader: () => ({ readEntries }),
  } as unknown as FileSystemEntry
}

async function drop(tree: Tree) {
  const items = Object.entries(tree).map(([name, node]) => ({
    webkitGetAsEntry: () => entryOf(name, node),
  }))
  const found = await filesOfDrop({ items, files: [] } as unknown as DataTransfer)
  return found.map(({ file, path }) => `${path}/${file.name}: ${file.size}`)
}

t.test('a file that cannot be read stops no other one, and is not left out', async (t) => {
  const tree: Tree = { Summer: { 'a.jpg': 'file', 'b.jpg': 'unreadable file', 'c.jpg': 'file' } }
  t.same(await drop(tree), ['Summer/a.jpg: 1', 'Summer/b.jpg: 0', 'Summer/c.jpg: 1'])
})

t.test('a folder that cannot be read stops no other one, and is named', async (t) => {
  const tree: Tree = { 'a.jpg': 'file', Summer: { Beach: 'unreadable folder', 'b.jpg': 'file' } }
  t.same(await drop(tree), ['/a.jpg: 1', 'Summer/Beach: 0', 'Summer/b.jpg: 1'])
})

t.test('what systems put beside files is known by its name, in any spelling', async (t) => {
  for (const name of [
    '.DS_Store',
    '._a.jpg',
    'Thumbs.db',
    'thumbs.db',
    'desktop.ini',
    'Desktop.ini',
    '__MACOSX',
  ]) {
    t.ok(isClutter(name), name)
  }
  for (const name of ['a.jpg', 'DS_Store', 'desktop.jpg', 'Thumbs.db.jpg'])
    t.notOk(isClutter(name), name)
})

t.test('a list of files leaves out hidden folders, as a drop does', async (t) => {
  const fileAt = (path: string) => {
    const file = new File(['x'], path.split('/').at(-1) ?? '')
    Object.defineProperty(file, 'webkitRelativePath', { value: path })
    return file
  }
  const paths = ['S/a.jpg', 'S/.git/b.jpg', 'S/__MACOSX/S/._a.jpg', 'S/.c.jpg', 'd.jpg']
  const found = filesOfList(paths.map(fileAt))
  t.same(
    found.map(({ file, path }) => `${path}/${file.name}`),
    ['S/a.jpg', '/d.jpg'],
  )
})

/** A handle that Chromium keeps: of a folder with these files, of which some are gone by now. */
function handleOf(name: string, files: Record<string, 'file' | 'gone'>, permission = 'granted') {
  const children = Object.entries(files).map(([child, state]) => ({
    kind: 'file',
    name: child,
    getFile: async () => {
      if (state === 'gone') throw new DOMException('gone', 'NotFoundError')
      return new File(['x'], child)
    },
  }))
  return {
    kind: 'directory',
    name,
    requestPermission: async () => permission,
    values: async function* () {
      yield* children
    },
  } as unknown as FileSystemHandle
}

t.test('after a reload, a file that is gone takes no other one with it', async (t) => {
  const found = await filesOfHandle(handleOf('Summer', { 'a.jpg': 'gone', 'b.jpg': 'file' }))
  t.same(
    found.map(({ file, path }) => `${path}/${file.name}`),
    ['Summer/b.jpg'],
  )
  t.same(await filesOfHandle(handleOf('Summer', { 'b.jpg': 'file' }, 'denied')), [])
})

const place = { projectId: 'p', folderId: null }
const entry = (path: string, folderId: string | null = null) =>
  ({ projectId: 'p', folderId, path }) as Entry

/** An in-memory stand-in for the IndexedDB source store. */
function keeping(left: readonly Source[] = []) {
  const stored = new Map(left.map((source) => [source.id, source]))
  const kept = {
    left: { entries: [], sources: [...left] },
    writeSources: async (sources: readonly Source[]) => {
      for (const source of sources) stored.set(source.id, source)
    },
    removeSources: async (ids: readonly string[]) => {
      for (const id of ids) stored.delete(id)
    },
  } as unknown as Kept
  return { kept, stored }
}

t.test('what is dropped is kept beside what a reload has left', async (t) => {
  const { kept, stored } = keeping([
    { ...place, id: 'old', handle: handleOf('Old', { 'a.jpg': 'file' }) },
  ])
  const sources = createSources()
  t.notOk(sources.areThere())
  sources.open(kept)
  sources.add([handleOf('New', { 'b.jpg': 'file' })], place)
  t.equal(stored.size, 2)
  const read: string[] = []
  await sources.read((files) => read.push(...files.map(({ path }) => path)))
  t.same(read, ['Old', 'New'])
  sources.clear()
  t.notOk(sources.areThere())
  t.equal(stored.size, 0)
})

t.test('no more is kept than a person wants to be asked about', async (t) => {
  const { kept, stored } = keeping()
  const sources = createSources()
  sources.open(kept)
  const some = (count: number) => Array.from({ length: count }, () => handleOf('S', {}))
  sources.add(some(100), place)
  sources.add(some(1), place)
  t.equal(stored.size, 100)
})

t.test('files of one folder make it once, also those that come at the same moment', async (t) => {
  page.answerBy(({ body }) => ({ id: `of ${(body as { path: string }).path}` }))
  const folderOf = createFolders()
  const found = await Promise.all([
    ...['Summer', 'Summer', 'Summer/Beach'].map((path) => folderOf(entry(path))),
    folderOf(entry('Summer')),
  ])
  t.same(found, ['of Summer', 'of Summer', 'of Summer/Beach', 'of Summer'])
  t.same(page.names(), ['POST /folders', 'POST /folders'])
})

t.test('a file without folders goes where it was dropped, without a call', async (t) => {
  page.answerBy(() => refusal(500, 'INTERNAL'))
  const folderOf = createFolders()
  t.equal(await folderOf(entry('', 'f')), 'f')
  t.equal(await folderOf(entry('')), null)
  t.same(page.calls, [])
})

t.test('a folder that is dropped into another one is made in it', async (t) => {
  page.answerBy((call) =>
    call.method === 'GET' ? { id: 'f', path: 'Coast/Summer' } : { id: 'made' },
  )
  t.equal(await createFolders()(entry('Beach', 'f')), 'made')
  t.same(page.calls.at(-1)?.body, { path: 'Coast/Summer/Beach' })
})

t.test('a folder that could not be made is tried again for the next file', async (t) => {
  page.answerBy(() => (page.calls.length === 1 ? refusal(403, 'FORBIDDEN') : { id: 'made' }))
  const folderOf = createFolders()
  await t.rejects(folderOf(entry('Summer')), { code: 'FORBIDDEN' })
  t.equal(await folderOf(entry('Summer')), 'made')
})

t.test('the first picture with the same bytes is the one that the project has', async (t) => {
  const answer = [
    { sha256: 'one', assets: [{ id: 'a' }, { id: 'b' }] },
    { sha256: 'two', assets: [] },
  ]
  page.answerBy(() => Response.json(answer))
  t.same([...(await lookUp('p', ['one', 'two', 'three']))], [['one', 'a']])
  t.same(page.calls.map(nameOf), ['POST /assets/lookup'])
})

t.test('a refused look-up is an error, and without hashes nothing is asked', async (t) => {
  page.answerBy(() => refusal(403, 'FORBIDDEN'))
  await t.rejects(lookUp('p', ['one']), { code: 'FORBIDDEN' })
  page.answerBy(() => Response.json([]))
  t.equal((await lookUp('p', [])).size, 0)
  t.same(page.calls, [])
})
