import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getRight } from '../get.js'
import type { Images } from '../images/fixture.js'
import { inTurns, msOf } from '../rounds.js'
import type { Line } from '../table.js'

/** Numbers of busy loops, and the allowed factor over the time on a quiet machine. */
const bars = { 2: 4, 8: 10 } as const
/** Per round, sequential. */
const counts = { uploads: 2, renditions: 4 }

/** An upload of 12 megapixels and a cold rendition while other programs occupy the cores. */
export async function busy(images: Images): Promise<Line[]> {
  const { fresh, upload, rounds, log } = images
  log('beside busy loops …')
  const measure = async () => ({
    upload: await eachMs(counts.uploads, upload),
    'cold rendition': await eachMs(counts.renditions, () =>
      getRight(fresh('ours', 'baseline.jpg', 'webp'), 'image/webp'),
    ),
  })
  const samples = await inTurns(rounds, {
    0: measure,
    2: () => besideBusyLoops(2, measure),
    8: () => besideBusyLoops(8, measure),
  })
  return (['upload', 'cold rendition'] as const).flatMap((work) =>
    ([2, 8] as const).map(
      (count): Line => ({
        name: `${work} beside ${count} busy loops`,
        unit: 'ms',
        ours: samples[count].map((times) => times[work]),
        peer: { name: 'without', samples: samples[0].map((times) => times[work]) },
        bar: { of: 'ratio', atMost: bars[count] },
      }),
    ),
  )
}

async function eachMs(count: number, work: () => Promise<unknown>): Promise<number> {
  const ms = await msOf(async () => {
    for (let i = 0; i < count; i += 1) await work()
  })
  return ms / count
}

/** Ends by itself after five minutes, in case the benchmark is killed. */
const program = `setTimeout(() => process.exit(), 300_000); (function spin() {
  for (const end = Date.now() + 100; Date.now() < end; );
  setImmediate(spin)
})()`

/** Each loop is a process in a session of its own with default niceness, as unrelated programs are. */
async function besideBusyLoops<Value>(count: number, work: () => Promise<Value>): Promise<Value> {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', program], { stdio: 'ignore', detached: true }),
  )
  try {
    await Promise.all(loops.map((loop) => once(loop, 'spawn')))
    return await work()
  } finally {
    const ended = loops.map((loop) => loop.exitCode === null && once(loop, 'exit'))
    for (const loop of loops) loop.kill('SIGKILL')
    await Promise.all(ended)
  }
}
