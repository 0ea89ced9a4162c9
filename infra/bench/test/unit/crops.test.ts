import t from 'tap'
import { containsSubject } from '../../src/crops/contains-subject.js'
import { embeddedWebps } from '../../src/crops/embedded-webp.js'
import type { Cropped } from '../../src/crops/make-crops.js'
import { kinds, readPhotographs } from '../../src/crops/photographs.js'
import { formatCrops } from '../../src/crops/table.js'

t.test('the list has photographs of every kind, each with its subject', async (t) => {
  const photographs = readPhotographs()
  for (const kind of kinds) {
    t.ok(photographs.filter((one) => one.kind === kind).length >= 15, kind)
  }
  t.equal(new Set(photographs.map(({ sha256 }) => sha256)).size, photographs.length)
  t.equal(new Set(photographs.map(({ name }) => name)).size, photographs.length)
  for (const { name, sha256, package: from, box, point } of photographs) {
    t.match(sha256, /^[0-9a-f]{64}$/, name)
    t.ok(from.registry === 'npm' || from.registry === 'deb', name)
    t.ok(0 <= box.left && box.left < point.x && point.x < box.right && box.right <= 1, name)
    t.ok(0 <= box.top && box.top < point.y && point.y < box.bottom && box.bottom <= 1, name)
  }
})

t.test('a subject stays in if its point and most of it are in the crop', async (t) => {
  const subject = {
    box: { left: 0.2, top: 0.1, right: 0.4, bottom: 0.5 },
    point: { x: 0.3, y: 0.2 },
  }
  const across = (left: number, right: number) => ({ left, right, top: 0, bottom: 1 })
  const table: [crop: ReturnType<typeof across>, kept: boolean, why: string][] = [
    [across(0, 1), true, 'the whole picture'],
    [across(0.2, 0.6), true, 'all of it'],
    [across(0.215, 0.6), true, 'more than nine tenths'],
    [across(0.23, 0.6), false, 'less'],
    [across(0.29, 0.7), false, 'its point, but half of it'],
    [across(0.5, 0.9), false, 'nothing'],
    [across(0.25, 0.35), true, 'a crop within it'],
    [across(0.298, 0.398), false, 'a crop within it, with the point at its edge'],
    [across(0.36, 0.46), false, 'a crop beside its point'],
  ]
  for (const [crop, kept, why] of table) t.equal(containsSubject(subject, crop), kept, why)
  const atEdge = { ...subject, point: { x: 0.3, y: 0 }, box: { ...subject.box, top: 0 } }
  t.ok(containsSubject(atEdge, across(0, 0.5)), "the picture's own edge cuts nothing off")
})

t.test('WebP files are found within another file', async (t) => {
  const webp = (content: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(4 + content.length)
    return Buffer.concat([Buffer.from('RIFF'), length, Buffer.from(`WEBP${content}`)])
  }
  const file = Buffer.concat([
    Buffer.from('qres'),
    webp('one'),
    Buffer.from('RIFF....WAVE'),
    webp('other'),
  ])
  t.same([...embeddedWebps(file)], [webp('one'), webp('other')])
})

t.test('the table has the share of crops of each kind and the verdict', async (t) => {
  const [photograph] = readPhotographs()
  if (photograph === undefined) throw new Error('the list is empty')
  const crop = (gravity: 'center' | 'auto', hasSubject: boolean) => ({
    shape: '1:1' as const,
    gravity,
    box: { left: 0, top: 0, right: 1, bottom: 1 },
    hasSubject,
    bytes: Buffer.alloc(0),
  })
  const cropped: Cropped = {
    photograph,
    whole: Buffer.alloc(0),
    salientPoint: { x: 0.5, y: 0.5 },
    crops: [crop('center', false), crop('auto', true)],
  }
  const lines = formatCrops([cropped])
  t.match(lines[1], /^people \(1\) +center +0 %/)
  t.match(lines[2], /^ +auto +100 %/)
  t.equal(lines.at(-1), 'bar 90 % of 1:1 and 9:16: met')
  cropped.crops = [crop('center', true), crop('auto', false)]
  t.match(formatCrops([cropped]).at(-1), /missed$/)
})
