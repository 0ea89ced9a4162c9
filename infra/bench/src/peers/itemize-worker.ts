/* CPU time of the steps of a render in this process, as an image process does them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ingest, resample } from '@vitrine/imaging/direct'
import sharp from 'sharp'
import { qualities } from '../delivery/sample-project.js'
import { serveJobs } from '../workers/serve-jobs.js'
import type { ItemizeJob, StepCosts } from './itemize-job.js'

const limits = { maxPixels: 100_000_000 }

serveJobs(async ({ file, sizes }: ItemizeJob): Promise<StepCosts> => {
  const directory = await mkdtemp(join(dirname(file), 'itemize-'))
  const { mezzanines } = await ingest(file, { directory, limits })
  const { path } = mezzanines.at(-1) ?? { path: file }
  const spent: StepCosts = { header: 0, decode: 0, resize: 0, webp: 0, avif: 0 }
  const timed = async <Value>(step: keyof StepCosts, work: () => Promise<Value>) => {
    const before = process.cpuUsage()
    const value = await work()
    const { user, system } = process.cpuUsage(before)
    spent[step] += (user + system) / 1000 / sizes.length
    return value
  }
  for (const size of sizes) {
    await timed('header', () => sharp(path).metadata())
    const decoded = await timed('decode', () => decode(path))
    const { data, ...raw } = await timed('resize', async () => resample(decoded, size))
    const encode = (format: keyof typeof qualities, options: object) =>
      sharp(data, { raw })
        .toFormat(format, { quality: qualities[format], ...options })
        .toBuffer()
    await timed('webp', () => encode('webp', { effort: 2 }))
    await timed('avif', () => encode('avif', { effort: 0, chromaSubsampling: '4:2:0' }))
  }
  await rm(directory, { recursive: true })
  return spent
})

async function decode(path: string) {
  const { data, info } = await sharp(path, { sequentialRead: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, width, height, channels: channels as 3 | 4 }
}
