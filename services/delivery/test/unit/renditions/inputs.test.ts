import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@vitrine/contracts/errors'
import t, { type Test } from '@vitrine/testing/t'
import { Disk } from '../../../src/renditions/cache/disk.js'
import { createInputs } from '../../../src/renditions/render/inputs.js'
import type { Flight } from '../../../src/renditions/single-flight/in-process.js'
import { pictureOf, planOf } from './pictures.js'

type Fields = { missing?: string[]; isStoreThere?: () => boolean }

async function inputs(t: Test, { missing = [], isStoreThere = () => true }: Fields = {}) {
  const root = t.testdir()
  const disk = new Disk({ root, maxBytes: 1_000_000, warn: (error) => t.error(error) })
  await disk.start()
  t.teardown(() => disk.close())
  const downloads: string[] = []
  const download = async (name: string, path: string): Promise<number | null> => {
    downloads.push(name)
    await setImmediate()
    if (!isStoreThere()) throw new AppError('STORE_UNAVAILABLE', 'away')
    if (missing.includes(name)) return null
    await writeFile(path, name)
    return name.length
  }
  const { fetch } = createInputs({
    objects: {
      original: (_picture, path) => download('original', path),
      mezzanine: (_picture, name, path) => download(`mezzanine-${name}`, path),
    },
    disk,
  })
  let folders = 0
  return {
    downloads,
    disk,
    /** The text of its input. */
    fetch: async (query: Record<string, string>, { isForgotten = false } = {}) => {
      folders += 1
      const folder = join(root, `work-${folders}`)
      await mkdir(folder)
      const flight = { signal: new AbortController().signal, isForgotten } as Flight
      const input = await fetch(pictureOf(), planOf(query), folder, flight)
      return input && readFile(input.path, 'utf8')
    },
  }
}

t.test('the smallest sufficient mezzanine is used, otherwise the original', async (t) => {
  const table: [query: Record<string, string>, missing: string[], used: string | null][] = [
    [{ w: '640' }, [], 'mezzanine-1024'],
    [{ w: '1000' }, [], 'mezzanine-2048'],
    [{ w: '2000' }, [], 'original'],
    [{ w: '640' }, ['mezzanine-1024'], 'original'],
    [{ w: '640' }, ['mezzanine-1024', 'original'], null],
  ]
  for (const [query, missing, used] of table) {
    const { fetch } = await inputs(t, { missing })
    t.equal(await fetch(query), used, `${JSON.stringify(query)} without ${missing}`)
  }
})

t.test('another size of the same image needs no fetch, even without the store', async (t) => {
  let isThere = true
  const { fetch, downloads } = await inputs(t, { isStoreThere: () => isThere })
  t.equal(await fetch({ w: '640' }), 'mezzanine-1024')
  isThere = false
  t.equal(await fetch({ w: '320' }), 'mezzanine-1024')
  t.same(downloads, ['mezzanine-1024'])
  await t.rejects(fetch({ w: '1000' }), { code: 'STORE_UNAVAILABLE' })
})

t.test('sizes that are rendered concurrently share one fetch', async (t) => {
  const { fetch, downloads } = await inputs(t)
  const sizes = ['640', '320', '64', '32'].map((w) => fetch({ w }))
  t.same(new Set(await Promise.all(sizes)), new Set(['mezzanine-1024']))
  t.same(downloads, ['mezzanine-1024'])
})

t.test('a failed fetch does not fail others', async (t) => {
  let isThere = false
  const { fetch } = await inputs(t, { isStoreThere: () => isThere })
  const first = fetch({ w: '640' })
  const second = fetch({ w: '320' }).catch(() => undefined)
  await t.rejects(first, { code: 'STORE_UNAVAILABLE' })
  isThere = true
  await second
  t.equal(await fetch({ w: '64' }), 'mezzanine-1024')
})

t.test('nothing of a forgotten asset is cached', async (t) => {
  const { fetch, disk } = await inputs(t)
  t.equal(await fetch({ w: '640' }, { isForgotten: true }), 'mezzanine-1024')
  t.equal(disk.sizeBytes(), 0)
})
