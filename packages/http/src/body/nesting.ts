/** Recursive functions such as JSON.stringify overflow the stack at a few thousand levels. */
export const maxBodyLevels = 1000

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
