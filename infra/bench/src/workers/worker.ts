import { fork } from 'node:child_process'

/** Jobs and their results cross the process border as messages. */
export type Answer<Result> = { result: Result } | { error: string }

export type Worker<Job, Result> = {
  pid: number
  /** One at a time. @throws what the job threw, or when the process ended. */
  ask(job: Job): Promise<Result>
  stop(): void
}

/** A program of ours in a process of its own, which ends with this one. */
export function startWorker<Job extends object, Result>(program: URL): Worker<Job, Result> {
  const { PATH, TZ } = process.env
  const child = fork(program, {
    env: { PATH, TZ, NODE_ENV: 'production' },
    serialization: 'advanced',
    // A session of its own: Linux shares cores among sessions first.
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
