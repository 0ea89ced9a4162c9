import { AppError, validationFailed } from '@vitrine/contracts/errors'
import type { FastifyInstance } from 'fastify'
import { type ParseErrorCode, visit } from 'jsonc-parser'
import { jsonFaults } from './json-faults.js'

/** Reads JSON bodies. An empty body with `Content-Type: application/json` is accepted. */
export function acceptJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  parseAsJson(app, 'application/json')
}

/**
 * Also reads JSON that is declared as `text/plain`, in the current scope: pages of other sites may send that
 * without a preflight. Only for routes that need no cookie.
 */
export const acceptJsonAsText = (scope: object): void =>
  parseAsJson(scope as FastifyInstance, 'text/plain')

function parseAsJson(app: FastifyInstance, contentType: string): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(contentType, { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    if (isNestedDeeperThan(maxBodyLevels, body as string)) return done(nestedTooDeeply())
    return parse(request, body as string, (error, value) => {
      if (error === null) return done(contentFault(body as string), value)
      done(new AppError('MALFORMED_BODY', problemOf(body as string)))
    })
  })
}

/** Rejects numbers and text that cannot be stored exactly. */
function contentFault(json: string): AppError | null {
  const details = jsonFaults(json)
  return details.length === 0 ? null : validationFailed(details)
}

const nestedTooDeeply = (): AppError =>
  new AppError('MALFORMED_BODY', `The body may be nested ${maxBodyLevels} levels deep at most.`)

/** The parser rejects invalid JSON, and keys that would modify an object's prototype. */
function problemOf(body: string): string {
  const fault = syntaxFault(body)
  return fault === null
    ? 'The body has a key "__proto__", or "constructor" with "prototype" in it: no object may have these keys.'
    : `The body is not valid JSON: ${fault}.`
}

/** Describes where and why a text is not valid JSON; null if it is valid. */
function syntaxFault(text: string): string | null {
  let fault: string | null = null
  visit(
    text,
    {
      onError: (code, offset, length, line, column) => {
        fault ??= `line ${line + 1}, column ${column + 1}: ${faults[code](found(text, offset, length))}`
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  )
  return fault
}

/** The offending text, truncated: it may be the rest of the body. */
function found(text: string, offset: number, length: number): string {
  if (offset >= text.length) return 'the end of the body'
  const token = text.slice(offset, offset + Math.max(length, 1))
  return [...token].length > 20 ? `${[...token].slice(0, 20).join('')}…` : token
}

const expected = (what: string) => (found: string) => `expected ${what}, found ${found}`

const faults: Record<ParseErrorCode, (found: string) => string> = {
  1: (found) => `${found} is not a JSON value`,
  2: (found) => `${found} is not a number`,
  3: expected('a property name in double quotes'),
  4: expected('a value'),
  5: expected('a colon'),
  6: expected('a comma'),
  7: expected('}'),
  8: expected(']'),
  9: expected('the end of the body'),
  10: () => 'JSON has no comments',
  11: () => 'JSON has no comments',
  12: () => 'a text has no closing quote',
  13: (found) => `${found} is not a number`,
  14: (found) => `${found} is not a Unicode escape, which is \\u and four hexadecimal digits`,
  15: (found) => `${found} is not an escape sequence`,
  16: () => 'a text has a control character, which must be escaped',
}

/** Recursive functions such as JSON.stringify overflow the stack at a few thousand levels. */
const maxBodyLevels = 1000

// Character codes, not strings: each character of a body is checked.
const [quote, backslash] = [0x22, 0x5c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Whether a JSON text nests objects or arrays deeper than this. */
export function isNestedDeeperThan(levels: number, json: string): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index)
    if (isInString) {
      if (character === backslash) index += 1
      else if (character === quote) isInString = false
    } else if (character === quote) isInString = true
    else if (character === openBracket || character === openBrace) depth += 1
    else if (character === closeBracket || character === closeBrace) depth -= 1
    if (depth > levels) return true
  }
  return false
}
