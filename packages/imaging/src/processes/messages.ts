import { AppError, type ErrorCode, errorCodes } from '@vitrine/contracts/errors'
import type { Described } from '../describe/describe.js'
import type { Ingested } from '../ingest.js'
import type { MarkFile } from '../mark/prepared-marks.js'
import type { Measured } from '../memory/measure.js'
import type { Plan } from '../plan/plan.js'
import type { ImageLimits } from '../plan/source.js'

/** A job for an image process. Files are named by path. It is given up after `maxCpuSeconds` of CPU time. */
export type Job = { limits: ImageLimits; maxCpuSeconds: number } & (
  | { op: 'measure'; input: string; plan: Plan | null }
  | { op: 'render'; input: string; plan: Plan; output: string; mark?: MarkFile | undefined }
  | { op: 'ingest'; path: string; directory: string }
  | { op: 'describe'; path: string }
)

/** `tookMs`: for the image only, without the start of its process. */
export type Rendered = { sizeBytes: number; tookMs: number }

/** `measure`: what `render`, or without a plan `ingest`, takes. */
export type Results = {
  measure: Measured
  render: Rendered
  ingest: Ingested
  describe: Described
}

/** `isOurs`: an AppError. Otherwise the code is the system's, as `ENOSPC`. */
export type Failure = {
  isOurs: boolean
  message: string
  code?: string
  retryAfterSeconds?: number
  /** The process was refused memory while it processed the image, and should be ended. */
  isOutOfMemory: boolean
}

/** A process sends one message when it is ready, and one answer per job. */
export type Answer = { result: unknown } | { failure: Failure }

/** Sent during a job. The job cannot be interrupted, so the process must be ended. */
export const cpuTimeExceeded = { isCpuTimeExceeded: true } as const

export type Message = Answer | typeof cpuTimeExceeded

export function describeFailure(error: unknown, isOutOfMemory: boolean): Failure {
  const { message, code, retryAfterSeconds } = error as AppError
  return {
    isOurs: error instanceof AppError,
    message,
    isOutOfMemory,
    ...(code !== undefined && { code }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

export function restoreFailure({ isOurs, message, code, retryAfterSeconds }: Failure): Error {
  if (isOurs && isErrorCode(code)) {
    return new AppError(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  }
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}

const isErrorCode = (code: string | undefined): code is ErrorCode =>
  errorCodes.some((candidate) => candidate === code)
