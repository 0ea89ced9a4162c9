import { text } from 'node:stream/consumers'
import { usageError } from '../failure.js'
import { isInteractive, type Terminal } from '../terminal.js'

/** Reads passwords and tokens from a prompt or from stdin. In argv, other users could see them. */
export class Secrets {
  private lines: Promise<string[]> | undefined

  constructor(private readonly terminal: Terminal) {}

  /**
   * @param option such as `--password`.
   * @param given its value: `-` reads the next line of stdin.
   */
  async read(option: string, given: string | undefined): Promise<string> {
    if (given === '-') return this.nextLine(option)
    if (given !== undefined) {
      throw usageError(
        `${option} takes "-" alone, which reads it from stdin: others can see arguments.`,
      )
    }
    if (!isInteractive(this.terminal)) {
      throw usageError(`There is no terminal to ask on. Use "${option} -" and pass it on stdin.`)
    }
    const { isCancel, password } = await import('@clack/prompts')
    const answer = await password({ message: labelOf(option), output: this.terminal.stderr })
    if (isCancel(answer)) throw usageError(`${option} was not given.`)
    return answer
  }

  private async nextLine(option: string): Promise<string> {
    this.lines ??= text(this.terminal.stdin).then((all) => all.split(/\r?\n/))
    const line = (await this.lines).shift()
    if (!line) throw usageError(`stdin has no line for ${option}.`)
    return line
  }
}

/** `--current-password` as "Current password". */
function labelOf(option: string): string {
  const words = option.slice(2).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
