import { once } from 'node:events'
import { usageError } from '../failure.js'
import type { Terminal } from '../terminal.js'
import { propertiesOf, type Row, tableOf } from './people.js'

/** A text as it is; anything else as JSON. @throws CommandError if the result has no such property. */
function fieldOf(row: Row, name: string): string {
  if (!Object.hasOwn(row, name)) {
    throw usageError(`A result has no "${name}". It has: ${Object.keys(row).join(', ')}.`)
  }
  const value = row[name]
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Results go to stdout, as lines of JSON, as one property each, or for people. Notes and errors go to stderr. */
export class Output {
  constructor(
    private readonly terminal: Terminal,
    readonly isJson: boolean,
    /** The property that is shown alone. */
    private readonly field?: string,
  ) {}

  /** Whether results are shown for people to read. */
  get isPeople(): boolean {
    return !this.isJson && this.field === undefined
  }

  /** Resolves when the reader has taken it, so that a slow reader does not fill the memory. */
  async write(text: string): Promise<void> {
    const { stdout } = this.terminal
    if (!stdout.write(text)) await once(stdout, 'drain')
  }

  async item(value: Row): Promise<void> {
    await this.write(this.lineOf(value) ?? propertiesOf(value))
  }

  /** Results one by one; `columns` are those that people see. */
  async list(values: AsyncIterable<Row>, columns?: readonly string[]): Promise<void> {
    if (this.isPeople) {
      for await (const text of tableOf(values, columns)) await this.write(text)
      return
    }
    for await (const value of values) await this.write(this.lineOf(value) ?? '')
  }

  /** For programs; undefined if people read the results. */
  private lineOf(value: Row): string | undefined {
    if (this.field !== undefined) return `${fieldOf(value, this.field)}\n`
    return this.isJson ? `${JSON.stringify(value)}\n` : undefined
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
