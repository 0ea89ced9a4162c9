import { once } from 'node:events'
import type { Terminal } from '../terminal.js'
import { propertiesOf, type Row, tableOf } from './people.js'

/** Results go to stdout, as lines of JSON or for people. Notes and errors go to stderr. */
export class Output {
  constructor(
    private readonly terminal: Terminal,
    readonly isJson: boolean,
  ) {}

  /** Resolves when the reader has taken it, so that a slow reader does not fill the memory. */
  async write(text: string): Promise<void> {
    const { stdout } = this.terminal
    if (!stdout.write(text)) await once(stdout, 'drain')
  }

  async item(value: Row): Promise<void> {
    await this.write(this.isJson ? `${JSON.stringify(value)}\n` : propertiesOf(value))
  }

  /** Results one by one; `columns` are those that people see. */
  async list(values: AsyncIterable<Row>, columns?: readonly string[]): Promise<void> {
    if (!this.isJson) {
      for await (const text of tableOf(values, columns)) await this.write(text)
      return
    }
    for await (const value of values) await this.write(`${JSON.stringify(value)}\n`)
  }

  /** A line for people. */
  note(text: string): void {
    this.terminal.stderr.write(`${text}\n`)
  }

  error(text: string): void {
    const { stderr, env } = this.terminal
    const isColoured = stderr.isTTY === true && !env.NO_COLOR
    this.note(`${isColoured ? '\u001b[31merror\u001b[39m' : 'error'}: ${text}`)
  }
}
