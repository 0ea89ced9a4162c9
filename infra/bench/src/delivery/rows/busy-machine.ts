import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { besideBusyLoops } from '../../load/busy-loops.js'
import { getRight } from '../../load/get.js'
import { type Line, line } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import { median } from '../../statistics.js'
import type { Fixture } from '../fixture.js'
import type { Row } from '../row.js'
import { queryOf } from '../sample-project.js'

const file = 'baseline.jpg'
/** Number of busy loops, and the allowed factor over the time on a quiet machine. */
const bars: Record<number, number> = { 2: 4, 8: 10 }
/** Per round, sequential. */
const uploads = 2
const renditions = 4

type Times = { uploadMs: number; renditionMs: number }

/** An upload of 12 megapixels and a cold rendition while busy loops occupy the cores. */
export const busyMachine: Row = async (fixture) => {
  fixture.log('beside busy loops …')
  const bytes = await readFile(join(fixture.folder, file))
  const counts = [0, ...Object.keys(bars).map(Number)]
  const samples: Record<string, Times[]> = await inTurns(
    Object.fromEntries(
      counts.map((count) => [
        String(count),
        () => besideBusyLoops(count, () => timesOf(fixture, bytes)),
      ]),
    ),
    3,
  )
  const lines = (name: string, key: keyof Times): Line[] => {
    const of = (count: number) => (samples[count] ?? []).map((times) => times[key])
    const quietMs = median(of(0))
    return [
      line({ name: `${name}, quiet machine`, unit: 'ms', ours: of(0) }),
      ...Object.entries(bars).map(([count, atMost]) =>
        line({
          name: `${name}, beside ${count} busy loops`,
          unit: '×',
          ours: of(Number(count)).map((ms) => ms / quietMs),
          bars: [{ atMost }],
          note: `${Math.round(median(of(Number(count))))} ms`,
        }),
      ),
    ]
  }
  return [...lines('upload', 'uploadMs'), ...lines('cold rendition', 'renditionMs')]
}

async function timesOf(fixture: Fixture, bytes: Buffer<ArrayBuffer>): Promise<Times> {
  const { project, delivery, nextVariant } = fixture
  const uploadMs = await eachMs(uploads, () => project.upload(file, bytes))
  const renditionMs = await eachMs(renditions, () => {
    const query = queryOf(nextVariant(`ours ${file} webp`), 'webp')
    return getRight(project.image(delivery.url, file, query), 'image/webp')
  })
  return { uploadMs, renditionMs }
}

async function eachMs(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  for (let i = 0; i < count; i += 1) await work()
  return (performance.now() - start) / count
}
