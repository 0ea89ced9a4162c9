import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cpuMsOf } from '../../processes/cpu-time.js'
import { megabytes } from '../../processes/memory.js'
import { watchMemory } from '../../processes/memory-watch.js'
import { line } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import { cpuMsOfRendition } from '../cost.js'
import type { Row } from '../row.js'

const file = 'baseline.jpg'
const uploads = 2
const atOnce = 10
/** The target for one upload, beside a WebP that ipx makes of the same file: 450 CPU-ms where ipx takes 74. */
const mostBesideIpx = 6.1

/** Uploads of a 12-megapixel photo through management-api: a single one, and ten at once. */
export const upload: Row = async (fixture) => {
  const { log, folder, project, management, sharp } = fixture
  log('uploads …')
  const bytes = await readFile(join(folder, file))
  const { tree } = management
  const samples = await inTurns({
    ours: async () => {
      let ms = 0
      const cpuMs = await cpuMsOf([tree], async () => {
        const start = performance.now()
        for (let i = 0; i < uploads; i += 1) await project.upload(file, bytes)
        ms = performance.now() - start
      })
      return { cpuMs: cpuMs / uploads, ms: ms / uploads }
    },
    sharp: () => sharp.costOf({ file: join(folder, file), times: uploads }),
    ipx: () =>
      cpuMsOfRendition(fixture, { contender: 'ipx', name: file, format: 'webp', count: uploads }),
  })
  const idleBytes = tree.memoryBytes()
  const memory = watchMemory(tree, 50)
  await Promise.all(Array.from({ length: atOnce }, () => project.upload(file, bytes)))
  memory.stop()
  const pick = (key: 'cpuMs' | 'ms') => ({
    ours: samples.ours.map((cost) => cost[key]),
    decoding: { name: 'sharp decodes it', samples: samples.sharp.map((cost) => cost[key]) },
  })
  const [cpu, time] = [pick('cpuMs'), pick('ms')]
  return [
    line({
      name: `upload of ${file}`,
      unit: 'CPU-ms',
      ours: cpu.ours,
      peers: [cpu.decoding, { name: 'ipx', samples: samples.ipx }],
      bars: [{ peer: 'ipx', atMost: mostBesideIpx }],
      note: 'with the smaller copies; ipx makes one WebP of 640 px; the bar is 450 CPU-ms where that takes 74',
    }),
    line({ name: `upload of ${file}: time`, unit: 'ms', ours: time.ours, peers: [time.decoding] }),
    line({
      name: `${atOnce} uploads at once: peak memory`,
      unit: 'MB',
      ours: [megabytes(memory.peakBytes())],
      peers: [{ name: 'before', samples: [megabytes(idleBytes)] }],
      note: 'management-api and its processes',
    }),
  ]
}
