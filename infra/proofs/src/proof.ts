import type { Options } from './options.js'

export type Result = {
  passed: number
  /** Each with the sentence that names it first, and details on further lines. */
  failures: readonly string[]
}

/** What a proof would need in order to run. */
export type NotRun = { notRun: string }

export type Context = {
  /** Receives progress output line by line. */
  log: (line: string) => void
  signal: AbortSignal
}

export type Proof = {
  name: string
  /** Folders and files, relative to the root, whose change affects it. */
  inputs: readonly string[]
  /** Why it runs only by name or with `--all`; undefined if it always runs. */
  rare?: string
  prove: (options: Options, context: Context) => Promise<Result | NotRun>
}
