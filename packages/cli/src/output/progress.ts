import { isInteractive, type Terminal } from '../terminal.js'
import type { Output } from './output.js'

export type Progress = {
  advance(): void
  /** So much is done. */
  show(done: number): void
  /** Makes place for another line. The next advance shows the bar again. */
  hide(): void
  stop(message: string): void
}

const width = 40
const silent: Progress = {
  advance: () => undefined,
  show: () => undefined,
  hide: () => undefined,
  stop: () => undefined,
}
/** Goes to the first column and clears the line (ECMA-48: CR, EL). */
const clear = '\r\u001b[K'

/**
 * A bar on stderr, if a person can see it. That of `@clack/prompts` reads stdin in raw mode and ends the
 * process on Ctrl-C, so an interrupted upload could say nothing.
 */
export function startProgress(
  { terminal, output }: { terminal: Terminal; output: Output },
  max: number,
  title: string,
): Progress {
  if (max === 0 || output.isJson || !isInteractive(terminal)) return silent
  let done = 0
  const draw = () => {
    const filled = Math.round((width * done) / max)
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
    terminal.stderr.write(`${clear}${bar} ${title} ${done}/${max}`)
  }
  draw()
  return {
    advance: () => {
      done += 1
      draw()
    },
    show: (next) => {
      done = next
      draw()
    },
    hide: () => terminal.stderr.write(clear),
    stop: (message) => terminal.stderr.write(`${clear}${message}\n`),
  }
}
