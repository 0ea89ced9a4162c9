import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ByteStream } from '@vitrine/http'
import t, { type Test } from '@vitrine/testing/t'
import { Disk } from '../../../src/renditions/cache/disk.js'
import type { ImageBytes } from '../../../src/renditions/image-bytes.js'

async function open(t: Test, { maxBytes = 1_000_000, root = t.testdir() } = {}) {
  const warnings: unknown[] = []
  const disk = new Disk({ root, maxBytes, warn: (error) => warnings.push(error) })
  await disk.start()
  t.teardown(() => disk.close())
  const outside = `${t.testdirName}-outside`
  await mkdir(outside, { recursive: true })
  t.teardown(() => rm(outside, { recursive: true, force: true }))
  /** Caches a text under a key. */
  const keep = async (key: string, text: string) => {
    const path = join(outside, randomUUID())
    await writeFile(path, text)
    return disk.keep(key, path, text.length)
  }
  return { disk, root, keep, warnings, outside }
}

async function read(bytes: ImageBytes | null, start = 0, end = (bytes?.sizeBytes ?? 0) - 1) {
  if (bytes === null) return null
  const stream = bytes.read({ start, end }) as ByteStream
  let text = ''
  await stream(async (piece) => {
    text += piece.toString()
  })
  return text
}

/** The files in the one folder below the root. */
const files = async (root: string) => {
  const [folder] = await readdir(root)
  return folder === undefined ? [] : readdir(join(root, folder))
}

const room = (atMostBytes: number) => ({ atMostBytes, allocate: Buffer.alloc })

t.test('it returns the stored bytes, completely or in part', async (t) => {
  const { disk, keep } = await open(t)
  t.ok(await keep('p/a/1', 'some bytes'))
  t.equal((await disk.open('p/a/1'))?.sizeBytes, 10)
  t.equal(await read(await disk.open('p/a/1')), 'some bytes')
  t.equal(await read(await disk.open('p/a/1'), 5, 8), 'byte')
  t.equal((await disk.read('p/a/1', room(10)))?.toString(), 'some bytes')
  t.equal(await disk.read('p/a/1', room(9)), null)
  t.equal(await disk.open('p/a/2'), null)
  t.equal(await disk.read('p/a/2', room(10)), null)
  t.ok(await keep('p/a/1', 'others'))
  t.equal(await read(await disk.open('p/a/1')), 'others')
})

t.test('never exceeds its limit, in blocks of the file system', async (t) => {
  const { disk, keep, root } = await open(t, { maxBytes: 5 * 4096 })
  for (let i = 0; i < 20; i += 1) {
    await keep(`p/a/${i}`, 'x')
    t.ok(disk.sizeBytes() <= 5 * 4096)
  }
  t.equal(await read(await disk.open('p/a/19')), 'x')
  t.equal(await disk.open('p/a/0'), null)
  while ((await files(root)).length > 5) await setImmediate()
  t.notOk(await keep('p/a/large', 'x'.repeat(6 * 4096)), 'and nothing that is larger than it')
  while ((await files(root)).length > 5) await setImmediate()
})

t.test('files larger than a chunk are sent in several, completely or in part', async (t) => {
  const { disk, keep } = await open(t)
  const text = Array.from({ length: 30_000 }, (_, i) => String(i)).join(' ')
  await keep('p/a/1', text)
  const both = [disk.open('p/a/1'), disk.open('p/a/1')] as const
  const whole = await Promise.all([read(await both[0]), read(await both[1])])
  t.ok(whole[0] === text && whole[1] === text, 'each from a separate buffer')
  disk.releaseMemory()
  t.equal(await read(await disk.open('p/a/1'), 65_000, 131_500), text.slice(65_000, 131_501))
})

t.test('files that are being read or linked stay until then', async (t) => {
  const { disk, keep, root, outside } = await open(t)
  await keep('p/a/1', 'some bytes')
  const held = await disk.open('p/a/1')
  t.ok(await disk.linkTo('p/a/1', join(outside, 'lent')))
  disk.forget('a')
  while ((await files(root)).length > 0) await setImmediate()
  t.equal(await disk.open('p/a/1'), null)
  t.notOk(await disk.linkTo('p/a/1', join(outside, 'again')))
  t.equal(await read(held), 'some bytes')
  t.equal(await readFile(join(outside, 'lent'), 'utf8'), 'some bytes')
})

t.test('externally removed files are misses, and the cache keeps working', async (t) => {
  const { disk, keep, root, warnings, outside } = await open(t)
  for (const [name, text] of ['nil', 'one', 'two'].entries()) await keep(`p/a/${name}`, text)
  const [folder = ''] = await readdir(root)
  for (const name of await readdir(join(root, folder))) await rm(join(root, folder, name))
  t.equal(await disk.open('p/a/1'), null)
  t.equal(await disk.read('p/a/0', room(10)), null)
  t.notOk(await disk.linkTo('p/a/2', join(outside, 'lent')))
  t.equal(disk.sizeBytes(), 0)
  t.same(warnings, [])

  await rm(root, { recursive: true })
  t.notOk(await keep('p/a/3', 'three'))
  t.equal(warnings.length, 1)
  t.ok(await keep('p/a/3', 'three'), 'it creates another folder')
  t.equal(await read(await disk.open('p/a/3')), 'three')
})

t.test('a truncated file is a miss with a warning', async (t) => {
  const { disk, keep, root, warnings } = await open(t)
  await keep('p/a/1', 'some bytes')
  const [folder = ''] = await readdir(root)
  const [file = ''] = await files(root)
  await truncate(join(root, folder, file), 4)
  t.equal(await disk.read('p/a/1', room(10)), null)
  t.match(warnings, [{ message: /has 4 bytes instead of 10/ }])
  t.equal(disk.sizeBytes(), 0)

  await keep('p/a/2', 'some bytes')
  const held = await disk.open('p/a/2')
  await truncate(join(root, folder, (await files(root)).at(-1) ?? ''), 4)
  await t.rejects(read(held), { message: 'a file of 10 bytes ended at 4' })
})

t.test('a folder that cannot be created: one warning, and an empty cache', async (t) => {
  const file = join(t.testdir({ file: '' }), 'file')
  const { disk, keep, warnings } = await open(t, { root: join(file, 'below') })
  for (const key of ['p/a/1', 'p/a/2']) {
    t.notOk(await keep(key, 'x'))
    t.equal(await disk.open(key), null)
  }
  t.equal(warnings.length, 1)
})

t.test('folders left behind by processes of this host are removed, others are not', async (t) => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const host = hostname().replace(/[^\w.-]/g, '_')
  const name = (owner: string) => `vitrine-delivery-${owner}`
  const leftovers = [name(`${host}-${pid}-0a0b0c0d-1`), name(`${host}-${process.pid}-0a0b0c0d-1`)]
  const others = [
    name(`${host}-${process.ppid}-0a0b0c0d-1`),
    name('elsewhere-1-0a0b0c0d-1'),
    name(`${host}-no-process`),
    'something-else',
  ]
  const root = t.testdir(Object.fromEntries([...leftovers, ...others].map((dir) => [dir, {}])))
  const { disk } = await open(t, { root })
  const left = await readdir(root)
  t.equal(left.length, others.length + 1)
  for (const other of others) t.ok(left.includes(other), other)
  await disk.close()
  t.same((await readdir(root)).toSorted(), others.toSorted(), 'nor does it leave any itself')
})

t.test('several caches in one folder are independent', async (t) => {
  const root = t.testdir()
  const [one, other] = [await open(t, { root }), await open(t, { root })]
  await one.keep('p/a/1', 'one')
  await other.keep('p/a/1', 'other')
  t.equal(await read(await one.disk.open('p/a/1')), 'one')
  await one.disk.close()
  t.equal(await read(await other.disk.open('p/a/1')), 'other')
  t.notOk(await one.keep('p/a/2', 'late'), 'a closed cache stores nothing')
})
