/** One token of a CSS value. An opening parenthesis is a separate token, also after a function's name. */
export type Token = {
  kind: 'name' | 'function' | 'hash' | 'number' | 'percentage' | 'angle' | 'mark'
  /** In lower case, since CSS is case-insensitive here. A number has no unit here. */
  text: string
  /** Whether white space precedes it. */
  isApart: boolean
}

const piece =
  /(?<space>\s*)(?:(?<number>[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(?<unit>%|deg|grad|rad|turn)?(?![\w.%])|(?<name>-?[a-z][a-z0-9-]*)(?<call>\()?|(?<hash>#[0-9a-f]+)(?!\w)|(?<mark>[(),/*+-]))/iy

/**
 * The tokens of a value; null if it contains anything that no colour does: quotes, semicolons, braces,
 * colons, escapes, comments, custom names.
 */
export function tokensOf(text: string): Token[] | null {
  if (text.includes('/*')) return null
  const tokens: Token[] = []
  const value = text.trim()
  for (piece.lastIndex = 0; piece.lastIndex < value.length; ) {
    const found = piece.exec(value)?.groups
    if (found === undefined) return null
    tokens.push(tokenOf(found))
  }
  return tokens
}

function tokenOf({ space, number, unit, name, call, hash, mark }: Groups): Token {
  const isApart = space !== ''
  if (number !== undefined) {
    const kind = unit === undefined ? 'number' : unit === '%' ? 'percentage' : 'angle'
    return { kind, text: number, isApart }
  }
  if (name !== undefined) {
    return { kind: call === undefined ? 'name' : 'function', text: name.toLowerCase(), isApart }
  }
  return hash === undefined
    ? { kind: 'mark', text: mark ?? '', isApart }
    : { kind: 'hash', text: hash, isApart }
}

type Groups = { [name: string]: string | undefined }
