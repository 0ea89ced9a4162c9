import type { Command } from '@commander-js/extra-typings'
import { usageError } from '../failure.js'
import type { Operation } from './table.js'

/** The options that `addHeaders` adds. */
export type HeaderOptions = {
  ifMatch?: string
  ifNoneMatch?: string
  idempotencyKey?: string
  csv?: true
}

type HeaderOption = {
  flags: string
  summary: string
  valueOf: (options: HeaderOptions) => string | undefined
}

/** The option of each header that a caller chooses. */
export const headerOptions: ReadonlyMap<string, HeaderOption> = new Map([
  [
    'If-Match',
    {
      flags: '--if-match <revision>',
      summary: 'refuse the change unless the resource has this revision',
      valueOf: ({ ifMatch }) => tagOf('--if-match', ifMatch),
    },
  ],
  [
    'If-None-Match',
    {
      flags: '--if-none-match <revision>',
      summary: 'answer nothing if the resource still has this revision',
      valueOf: ({ ifNoneMatch }) => tagOf('--if-none-match', ifNoneMatch),
    },
  ],
  [
    'Idempotency-Key',
    {
      flags: '--idempotency-key <key>',
      summary: 'the same key again gets the first answer, and changes nothing',
      valueOf: ({ idempotencyKey }) => idempotencyKey,
    },
  ],
  [
    'Accept',
    { flags: '--csv', summary: 'the answer as CSV', valueOf: ({ csv }) => csv && 'text/csv' },
  ],
])

export function addHeaders(command: Command, { headers }: Operation): void {
  for (const name of headers) {
    const option = headerOptions.get(name)
    if (option) command.option(option.flags, option.summary)
  }
}

/** The headers of the options. @throws CommandError for a revision that is no number. */
export function headersOf(
  { headers }: Operation,
  options: HeaderOptions,
): Readonly<Record<string, string>> {
  const entries = headers.flatMap((name) => {
    const value = headerOptions.get(name)?.valueOf(options)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

/** A revision as an entity tag, which has quotation marks. */
function tagOf(option: string, revision: string | undefined): string | undefined {
  if (revision === undefined) return undefined
  const number = /^"?(\d+)"?$/.exec(revision)?.[1]
  if (number !== undefined) return `"${number}"`
  throw usageError(`${option} must be a revision, such as 3, not "${revision}".`)
}
