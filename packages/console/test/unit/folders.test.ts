import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { depthOf, inTreeOrder, parentsFor } from '../../src/server/folder-tree.ts'
import type { Folder } from '../../src/server/folders.ts'

const folder = (path: string) => ({ id: path, path, name: path.split('/').at(-1) }) as Folder
const foldersOf = (...paths: string[]): Folder[] => paths.map(folder)
const pathsOf = (folders: readonly Folder[]): string[] => folders.map(({ path }) => path)
const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/')

/** Characters that sort before, at and after a slash. */
const name = fc.string({ unit: fc.constantFrom(...'Aaä1 -.~'), minLength: 1, maxLength: 4 })
/** Folders with all that they are in. */
const tree = fc
  .array(fc.array(name, { minLength: 1, maxLength: 4 }), { maxLength: 8 })
  .map((branches) => [
    ...new Set(
      branches.flatMap((names) => names.map((_, index) => names.slice(0, index + 1).join('/'))),
    ),
  ])
  .chain((paths) => fc.shuffledSubarray(paths, { minLength: paths.length }))

t.test('a folder is right below its parent, not below one with a similar name', async (t) => {
  const paths = ['Summer', 'Summer/Beach', 'Summer 2026', 'Summer-house', 'Summer-house/Garden']
  const shown = pathsOf(inTreeOrder(foldersOf(...paths.toReversed())))
  t.equal(shown.indexOf('Summer/Beach'), shown.indexOf('Summer') + 1)
  t.equal(shown.indexOf('Summer-house/Garden'), shown.indexOf('Summer-house') + 1)
})

t.test('folders are sorted as people sort them', async (t) => {
  const shown = inTreeOrder(foldersOf('tour 10', 'Tour 9', 'Ärger', 'Zoo', 'Zoo/b', 'Zoo/A'))
  t.same(pathsOf(shown), ['Ärger', 'Tour 9', 'tour 10', 'Zoo', 'Zoo/A', 'Zoo/b'])
})

t.test('what is below a folder follows it without a gap, one step deeper', async () => {
  fc.assert(
    fc.property(tree, (paths) => {
      const shown = inTreeOrder(foldersOf(...paths))
      const above: string[] = []
      return shown.every((one) => {
        above.length = depthOf(one)
        const isBelow = (above.at(-1) ?? '') === parentOf(one.path)
        above.push(one.path)
        return isBelow
      })
    }),
  )
})

t.test('the order has each folder once, and does not depend on that of the service', async () => {
  fc.assert(
    fc.property(tree, (paths) => {
      const shown = pathsOf(inTreeOrder(foldersOf(...paths)))
      const turned = pathsOf(inTreeOrder(foldersOf(...paths.toReversed())))
      return (
        shown.join('\n') === turned.join('\n') &&
        shown.toSorted().join('\n') === paths.toSorted().join('\n')
      )
    }),
  )
})

t.test('the depth counts the folders above', async (t) => {
  t.equal(depthOf(folder('Summer')), 0)
  t.equal(depthOf(folder('Summer/Beach/Dunes')), 2)
  t.equal(depthOf(folder('/Summer/Beach')), 1, 'also of a path that begins with a slash')
})

t.test('a folder can be moved to every place that makes no circle', async () => {
  fc.assert(
    fc.property(tree, fc.nat(), (paths, at) => {
      const path = paths[at % Math.max(1, paths.length)]
      if (path === undefined) return true
      const places = pathsOf(parentsFor(folder(path), foldersOf(...paths)))
      const isInside = (one: string) => one === path || one.startsWith(`${path}/`)
      return paths.every((one) => places.includes(one) !== isInside(one))
    }),
  )
})
