/* CPU time of this process for the same pictures with plain sharp. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { serveJobs } from '../workers/serve-jobs.js'
import type { SharpCost, SharpJob } from './sharp-job.js'

serveJobs((job: SharpJob): Promise<SharpCost> => {
  const input = readFileSync(job.file)
  if ('times' in job) return costOf(Array<Operation>(job.times).fill(() => decode(input)))
  const { sizes, format, quality } = job
  return costOf(
    sizes.map((size) => () => {
      return sharp(input).rotate().resize(size).toFormat(format, { quality }).toBuffer()
    }),
  )
})

type Operation = () => Promise<unknown>

async function decode(input: Buffer): Promise<void> {
  await sharp(input).metadata()
  await sharp(input).raw().toBuffer()
}

async function costOf(operations: readonly Operation[]): Promise<SharpCost> {
  const [before, start] = [process.cpuUsage(), performance.now()]
  for (const operation of operations) await operation()
  const { user, system } = process.cpuUsage(before)
  const count = operations.length
  return { cpuMs: (user + system) / 1000 / count, ms: (performance.now() - start) / count }
}
