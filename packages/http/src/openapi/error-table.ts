import { type ErrorCode, errorCatalogue, errorCodes } from '@vitrine/contracts/errors'
import { statusOf } from '../errors/error-body.js'

/** Explains these codes in Markdown: what each means, and what to do. */
export function errorTable(codes: ReadonlySet<ErrorCode>): string {
  const rows = errorCodes
    .filter((code) => codes.has(code))
    .map((code) => {
      const { meaning, remedy } = errorCatalogue[code]
      return `| ${statusOf(code)} | \`${code}\` | ${meaning} | ${remedy} |`
    })
  return [
    'Every answer of 400 or above has the schema `Error`. Decide by its `code`; `message` is for people and may change.',
    '',
    '| status | code | meaning | what to do |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
