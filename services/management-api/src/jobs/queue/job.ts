/** Work that is to be done once its time has come. */
export type NewJob = {
  kind: string
  payload: object
  /** From now on, by the database's clock; left out: due at once. */
  delayMs?: number
}

/** A job as a worker holds it. */
export type Job = {
  id: string
  kind: string
  payload: unknown
  /** This one included. */
  attempts: number
}

/**
 * Does one kind of job, and must bear being run twice. Jobs that it returns take this one's place,
 * all of them or none. The signal tells that the process is about to end: what heeds it by throwing
 * is given back.
 */
export type JobHandler = (
  payload: unknown,
  signal: AbortSignal,
) => Promise<readonly NewJob[] | undefined>

export type JobHandlers = Readonly<Record<string, JobHandler>>
