import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { filesOfDrop, filesOfList, isClutter } from '../../src/uploads/dropped.ts'

type Tree = { [name: string]: Tree | null }

/** A folder as browsers list it: 100 entries at a time, and an empty list at the end. */
function entryOf(name: string, tree: Tree | null): FileSystemEntry {
  if (tree === null) {
    const file = (resolve: (file: File) => void) => resolve(new File(['x'], name))
    return { name, isFile: true, file } as unknown as FileSystemEntry
  }
  const createReader = () => {
    const left = Object.entries(tree).map(([below, inner]) => entryOf(below, inner))
    const readEntries = (resolve: (some: FileSystemEntry[]) => void) => resolve(left.splice(0, 100))
    return { readEntries }
  }
  return { name, isFile: false, createReader } as unknown as FileSystemEntry
}

const dropOf = (tree: Tree): DataTransfer => {
  const entries = Object.entries(tree).map(([name, inner]) => entryOf(name, inner))
  return {
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    files: [],
  } as unknown as DataTransfer
}

const placesOf = async (tree: Tree): Promise<string[]> =>
  (await filesOfDrop(dropOf(tree))).map(({ file, path }) => `${path}/${file.name}`)

t.test('a dropped folder keeps its tree', async (t) => {
  t.same(await placesOf({ 'a.jpg': null, Summer: { 'b.jpg': null, Beach: { 'c.jpg': null } } }), [
    '/a.jpg',
    'Summer/b.jpg',
    'Summer/Beach/c.jpg',
  ])
})

t.test('a folder of more than a hundred files is read to its end', async (t) => {
  const names = Array.from({ length: 250 }, (_, index) => `${index + 1000}.jpg`)
  const folder = Object.fromEntries(names.map((name) => [name, null]))
  t.same(
    await placesOf({ Many: folder }),
    names.map((name) => `Many/${name}`),
  )
})

t.test('what systems put beside files is left out, at every depth', async (t) => {
  t.ok(isClutter('.DS_Store'))
  t.notOk(isClutter('DS_Store'))
  t.same(await placesOf({ '.git': { 'a.jpg': null }, S: { 'Thumbs.db': null, 'b.jpg': null } }), [
    'S/b.jpg',
  ])
})

t.test('a drop without entries has its files alone', async (t) => {
  const file = new File(['x'], 'a.jpg')
  Object.defineProperty(file, 'webkitRelativePath', { value: '' })
  const data = { items: [{ webkitGetAsEntry: () => null }], files: [file] }
  t.same(await filesOfDrop(data as unknown as DataTransfer), [{ file, path: '' }])
})

t.test('files of a dialog have the folders of their path', async () => {
  const part = fc.stringMatching(/^[a-z]{1,8}$/)
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), part, (folders, name) => {
      const file = new File(['x'], name)
      Object.defineProperty(file, 'webkitRelativePath', { value: [...folders, name].join('/') })
      const [found] = filesOfList([file])
      return found?.path === folders.join('/') && found.file === file
    }),
  )
})
