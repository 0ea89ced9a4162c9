import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '@vitrine/contracts/errors'
import type { Metadata } from 'sharp'
import { outOfMemory } from '../out-of-memory.js'
import { unsupportedImage } from '../translate-error.js'
import type { HeicOutcome, HeicTask } from './worker.js'

const program = new URL(import.meta.resolve('#heic-worker'))

/** Limit of V8's heap. The picture is in the memory of WebAssembly. */
const maxHeapMegabytes = 64

/** Address space for the code of JavaScript. Node 24 would reserve 512 MB, which count towards the limit of the process. */
const codeRangeSizeMb = 16

/**
 * Decodes the primary image of a HEIC file, and encodes it in full size as JPEG, or as PNG with alpha, with
 * its profile. The work is done in a thread of its own: WebAssembly cannot be interrupted, and this thread
 * must be able to report that the CPU time is exceeded. The thread ends with the picture, which returns all
 * of its memory.
 *
 * @throws AppError UNSUPPORTED_IMAGE, IMAGE_TOO_LARGE.
 */
export async function transcodeHeic(
  input: Buffer | string,
  { icc }: Pick<Metadata, 'icc'>,
  maxPixels = 100_000_000,
): Promise<Buffer> {
  const task: HeicTask = { input, maxPixels, profile: icc }
  const worker = new Worker(program, {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes, codeRangeSizeMb },
  })
  try {
    const [outcome] = (await once(worker, 'message')) as [HeicOutcome]
    if ('bytes' in outcome) return Buffer.from(outcome.bytes)
    throw failureOf(outcome)
  } catch (error) {
    throw isHeapExhausted(error) ? outOfMemory(error) : error
  } finally {
    await worker.terminate()
  }
}

function failureOf({ problem, message }: Extract<HeicOutcome, { problem: string }>): AppError {
  const cause = new Error(message)
  if (problem === 'memory') return outOfMemory(cause)
  if (problem === 'broken') return unsupportedImage(cause)
  return new AppError(
    'UNSUPPORTED_IMAGE',
    'The HEIC has a high dynamic range (PQ or HLG), which is not supported. Export it with standard dynamic range.',
  )
}

const isHeapExhausted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
