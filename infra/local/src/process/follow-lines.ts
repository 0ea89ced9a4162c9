import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProgram } from './program.js'

/** Forwards complete lines of a program's output until the program has exited. */
export async function followLines(
  program: Pick<RunningProgram, 'exited' | 'output'>,
  onLine: (line: string) => void,
): Promise<void> {
  let isOver = false
  const end = program.exited.then(() => {
    isOver = true
  })
  let passedOn = 0
  const passOn = () => {
    const lines = program.output().split('\n').slice(0, -1)
    for (const line of lines.slice(passedOn)) onLine(line)
    passedOn = lines.length
  }
  while (!isOver) {
    passOn()
    await Promise.race([end, sleep(500)])
  }
  passOn()
}
