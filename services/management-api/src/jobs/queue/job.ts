/** A job to be created. */
export type NewJob = {
  kind: string
  payload: object
  /** How long from now the job is due; left out: at once. */
  delayMs?: number
}

/** A job that a worker has taken. */
export type Job = {
  id: string
  kind: string
  payload: unknown
  /** This one included. */
  attempts: number
}

/**
 * Runs one kind of job. A job may be run more than once, so running it again must do no harm. The jobs
 * that the handler returns replace this one, all of them or none. The signal is aborted when the process
 * is about to end: a handler that then throws has its job given back.
 */
export type JobHandler = (
  payload: unknown,
  signal: AbortSignal,
) => Promise<readonly NewJob[] | undefined>

export type JobHandlers = Readonly<Record<string, JobHandler>>
