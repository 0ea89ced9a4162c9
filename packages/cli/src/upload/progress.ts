import type { Context } from '../session/context.js'
import { isInteractive } from '../terminal.js'

export type Progress = { advance(): void; stop(message: string): void }

const silent: Progress = { advance: () => undefined, stop: () => undefined }

/** A bar on stderr, if a person can see it. */
export async function startProgress(
  { terminal, output }: Context,
  max: number,
  title: string,
): Promise<Progress> {
  if (max === 0 || output.isJson || !isInteractive(terminal)) return silent
  const { progress } = await import('@clack/prompts')
  const bar = progress({ max, output: terminal.stderr, withGuide: false })
  bar.start(title)
  let done = 0
  return {
    advance: () => {
      done += 1
      bar.advance(1, `${title} ${done}/${max}`)
    },
    stop: (message) => bar.stop(message),
  }
}
