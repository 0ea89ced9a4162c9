/** The program of an image process: runs one job after the other until its parent has ended. */
import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { isRefusalOfMemory, outOfMemory } from '../decode/out-of-memory.js'
import { describeStored, ingest, measure, render } from '../direct.js'
import { watchMemory } from './memory-watch.js'
import {
  type Answer,
  cpuTimeExceeded,
  describeFailure,
  type Job,
  type Message,
  type Results,
} from './messages.js'

/** The interval of the checks. A picture may exceed its limit by as much. */
const everyMs = 20

/**
 * Watches the CPU time of the process from now on, of all its threads together. Unlike wall time, it is
 * the same on a busy machine.
 *
 * @returns ends the watch.
 */
function limitCpuTime(seconds: number, onExceeded: () => void): () => void {
  const start = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    if (user + system <= seconds * 1_000_000) return
    clearInterval(timer)
    onExceeded()
  }, everyMs)
  return () => clearInterval(timer)
}

/** 0–1000, added to a process's share of memory: the kernel ends the one with the highest sum. */
const outOfMemoryScore = '500'

/** If memory runs out, Linux ends this process before those that answer requests. */
function raiseOutOfMemoryScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', outOfMemoryScore)
  } catch {
    // Some sandboxes refuse it, and some systems lack it. Images are processed without it.
  }
}

async function run(job: Job): Promise<Results[Job['op']]> {
  const { limits } = job
  if (job.op === 'measure') return measure(job.input, job.plan, limits)
  if (job.op === 'ingest') return ingest(job.path, { directory: job.directory, limits })
  if (job.op === 'describe') return describeStored(job.path, limits)
  const startedMs = performance.now()
  const bytes = await render(job.input, job.plan, { limits, mark: job.mark })
  await writeFile(job.output, bytes)
  return { sizeBytes: bytes.length, tookMs: performance.now() - startedMs }
}

async function answer(job: Job): Promise<Answer> {
  const endWatch = limitCpuTime(job.maxCpuSeconds, () => send(cpuTimeExceeded))
  const memory = watchMemory()
  try {
    return { result: await run(job) }
  } catch (error) {
    const isOutOfMemory = isRefusalOfMemory(error) || memory.isExhausted()
    return { failure: describeFailure(isOutOfMemory ? outOfMemory(error) : error, isOutOfMemory) }
  } finally {
    endWatch()
  }
}

/**
 * V8 would leave several decoded pictures to its next collection, since they are outside of its heap. After an
 * upload a whole collection (8 ms) returns some 50 MB; what a rendition leaves is young (0.4 ms).
 */
const releaseMemory = ({ op }: Job) =>
  op === 'ingest' ? globalThis.gc?.() : globalThis.gc?.({ type: 'minor' })

/** If a message cannot be sent, the parent has ended, which `disconnect` reports. */
const send = (message: Message) => process.send?.(message, () => {})

/** Exits at once: libvips may be in the middle of a picture that is no longer needed. */
const end = () => process.kill(process.pid, 'SIGKILL')

process.umask(0o077)
raiseOutOfMemoryScore()
process.on('disconnect', end)
// A terminal or a service manager signals all processes of a service. The parent finishes its work, and
// needs this process for that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('message', async (job: Job) => {
  send(await answer(job))
  releaseMemory(job)
})
if (process.connected) send({ result: 'ready' })
else end()
