import type { ErrorDetail } from '@vitrine/contracts/errors'
import { isExactNumber } from './exact-number.js'

/** Maximum number of reported faults: a body may have one per element of a long list. */
const maxFaults = 50
/** Maximum number of digits repeated in a message. */
const maxShownDigits = 40

/** Maximum length of a field name in a message: a key may be as long as the body. */
const maxNameLength = 200

/** Keys and indexes that lead to a value, outermost first. */
type Path = (string | number)[]

/**
 * Finds values in a JSON text that cannot be stored and returned unchanged: lone surrogates, and numbers
 * beyond the precision of a double. Takes linear time and does not recurse.
 *
 * @param json must be valid JSON.
 * @param root the name of the field that contains the text; empty for a whole body.
 */
export function jsonFaults(json: string, root = ''): ErrorDetail[] {
  const faults: ErrorDetail[] = []
  const path: Path = []
  let isKey = false
  const note = (message: string) => faults.push({ field: fieldName(root, path), message })

  for (let index = 0; index < json.length && faults.length < maxFaults; index += 1) {
    const character = json.charCodeAt(index)
    if (character === quote) {
      const end = endOfString(json, index)
      const text = textOf(json.slice(index + 1, end))
      if (isKey) path[path.length - 1] = text
      if (!text.isWellFormed()) note(halfPair)
      isKey = false
      index = end
    } else if (character === openBrace || character === openBracket) {
      path.push(character === openBrace ? '' : 0)
      isKey = character === openBrace
    } else if (character === closeBrace || character === closeBracket) {
      path.pop()
      isKey = false
    } else if (character === comma) {
      isKey = advance(path)
    } else if (startsNumber(character)) {
      const end = endOfNumber(json, index)
      const number = json.slice(index, end)
      if (!isExactNumber(number)) note(inexact(number))
      index = end - 1
    }
  }
  return faults
}

// Character codes, not strings: a body may have a million characters, and each is checked.
const [quote, backslash, comma, minus, plus, point] = [0x22, 0x5c, 0x2c, 0x2d, 0x2b, 0x2e]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const [smallE, largeE] = [0x65, 0x45]

const isDigit = (character: number): boolean => character >= 0x30 && character <= 0x39

const halfPair =
  'holds half of a surrogate pair, such as \\ud800, which is no character; send whole characters'

function inexact(number: string): string {
  const shown = number.length > maxShownDigits ? `${number.slice(0, maxShownDigits)}…` : number
  const kept = Number(number)
  const fate = Number.isFinite(kept) ? `would become ${kept}` : 'is too large'
  return `is the number ${shown}, which cannot be kept exactly: it ${fate}; send it as a string`
}

/** Advances to the next element. @returns whether it begins with a key. */
function advance(path: Path): boolean {
  const last = path.at(-1)
  if (typeof last !== 'number') return true
  path[path.length - 1] = last + 1
  return false
}

/** The index of the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let index = start + 1
  for (;;) {
    const character = json.charCodeAt(index)
    if (character === quote || index >= json.length) return index
    index += character === backslash ? 2 : 1
  }
}

const startsNumber = (character: number): boolean => isDigit(character) || character === minus

const isPartOfNumber = (character: number): boolean =>
  startsNumber(character) ||
  character === point ||
  character === plus ||
  character === smallE ||
  character === largeE

function endOfNumber(json: string, start: number): number {
  let index = start
  while (isPartOfNumber(json.charCodeAt(index))) index += 1
  return index
}

const textOf = (inner: string): string => (inner.includes('\\') ? JSON.parse(`"${inner}"`) : inner)

function fieldName(root: string, path: Path): string {
  const name = path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`
    return name === '' ? part : `${name}.${part}`
  }, root)
  const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
  return shown.toWellFormed()
}
