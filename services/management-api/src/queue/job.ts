export type NewJob = {
  kind: string
  payload: object
  /** Delay until the job is due; none by default. */
  delayMs?: number
}

/** A job that a worker has taken. */
export type Job = {
  id: string
  kind: string
  payload: unknown
  /** Including this one. */
  attempts: number
}

/**
 * Runs one kind of job. A job may run more than once, so it must be idempotent. The jobs that the handler
 * returns replace this one atomically. The signal is aborted when the process is about to end. If the
 * handler then throws, its job is given back.
 */
export type JobHandler = (
  payload: unknown,
  signal: AbortSignal,
) => Promise<readonly NewJob[] | undefined>

export type JobHandlers = Readonly<Record<string, JobHandler>>
