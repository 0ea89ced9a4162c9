import type { Token } from './colour-tokens.js'

/** Reads tokens in order. */
export type Cursor = { readonly tokens: readonly Token[]; index: number }

export const peek = ({ tokens, index }: Cursor): Token | undefined => tokens[index]

/** Consumes the next token if it matches. */
export function take(cursor: Cursor, kind: Token['kind'], text?: string): boolean {
  const token = peek(cursor)
  if (token?.kind !== kind || (text !== undefined && token.text !== text)) return false
  cursor.index += 1
  return true
}

const constants = new Set(['pi', 'e'])

/**
 * Consumes `calc(…)` of numbers, percentages, angles and these names. The embed supports no other math
 * function.
 */
export function takeMath(cursor: Cursor, names: ReadonlySet<string>): boolean {
  if (!take(cursor, 'function', 'calc')) return false
  return takeSum(cursor, names) && take(cursor, 'mark', ')')
}

/** White space is required on both sides of a plus or minus. */
function takeSum(cursor: Cursor, names: ReadonlySet<string>): boolean {
  if (!takeProduct(cursor, names)) return false
  for (let token = peek(cursor); isOperator(token, '+-'); token = peek(cursor)) {
    cursor.index += 1
    const isSpaced = token?.isApart === true && peek(cursor)?.isApart === true
    if (!isSpaced || !takeProduct(cursor, names)) return false
  }
  return true
}

function takeProduct(cursor: Cursor, names: ReadonlySet<string>): boolean {
  if (!takeOperand(cursor, names)) return false
  while (isOperator(peek(cursor), '*/')) {
    cursor.index += 1
    if (!takeOperand(cursor, names)) return false
  }
  return true
}

function takeOperand(cursor: Cursor, names: ReadonlySet<string>): boolean {
  if (take(cursor, 'number') || take(cursor, 'percentage') || take(cursor, 'angle')) return true
  const token = peek(cursor)
  if (token?.kind === 'name' && (names.has(token.text) || constants.has(token.text))) {
    cursor.index += 1
    return true
  }
  if (take(cursor, 'mark', '(')) return takeSum(cursor, names) && take(cursor, 'mark', ')')
  return takeMath(cursor, names)
}

const isOperator = (token: Token | undefined, operators: string): boolean =>
  token?.kind === 'mark' && operators.includes(token.text)
