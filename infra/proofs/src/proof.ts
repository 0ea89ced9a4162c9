import type { Options } from './options.js'

export type Result = {
  passed: number
  /** Each with the sentence that names it first, and details on further lines. */
  failures: readonly string[]
}

/** How many problems of one sentence are shown. */
const shownProblems = 5

/** @param problems of each sentence that is proved: none if it holds. */
export function resultOf(problems: Readonly<Record<string, readonly string[]>>): Result {
  const failed = Object.entries(problems).filter(([, { length }]) => length > 0)
  return {
    passed: Object.keys(problems).length - failed.length,
    failures: failed.map(([sentence, found]) => {
      const more = found.length - shownProblems
      const rest = more > 0 ? [`and ${more} more`] : []
      return [sentence, ...found.slice(0, shownProblems), ...rest].join('\n')
    }),
  }
}

export const sumOf = (results: readonly Result[]): Result => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failures: results.flatMap(({ failures }) => failures),
})

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
