/** What walks a body recursively, as JSON.stringify does, fails at some thousand levels. */
export const maxBodyLevels = 1000

/** Whether a JSON text has objects or arrays inside of each other beyond so many levels. */
export function isNestedDeeperThan(levels: number, json: string): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    if (isInString) {
      if (character === '\\') index += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > levels) return true
  }
  return false
}
