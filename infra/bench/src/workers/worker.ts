import { fork } from 'node:child_process'

/** Jobs and their results are passed between processes as messages. */
export type Answer<Result> = { result: Result } | { error: string }

export type Worker<Job, Result> = {
  pid: number
  /** One job at a time. @throws the job's error, or an error if the process exited. */
  ask(job: Job): Promise<Result>
  stop(): void
}

/** Runs one of our programs in a separate process, which exits with this one. */
export function startWorker<Job extends object, Result>(program: URL): Worker<Job, Result> {
  const { PATH, TZ } = process.env
  const child = fork(program, {
    env: { PATH, TZ, NODE_ENV: 'production' },
    serialization: 'advanced',
    // A separate session, because Linux shares CPU time between sessions first.
    detached: true,
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`cannot run ${program.pathname}`)
  return {
    pid,
    ask: (job) =>
      new Promise<Result>((resolve, reject) => {
        const onExit = () => reject(new Error(`${program.pathname} ended in the middle of a job`))
        child.once('exit', onExit)
        child.once('message', (answer: Answer<Result>) => {
          child.off('exit', onExit)
          if ('error' in answer) reject(new Error(answer.error))
          else resolve(answer.result)
        })
        child.send(job)
      }),
    stop: () => void child.kill(),
  }
}
