/** Pino's level of errors; fatal errors have 60. */
const errorLevel = 50

export function errorLines(log: string, text: RegExp): string[] {
  return log.split('\n').filter((line) => {
    if (!text.test(line)) return false
    try {
      const { level } = JSON.parse(line) as { level?: number }
      return level !== undefined && level >= errorLevel
    } catch {
      return false // Not a log line: a part of a stack, or of one that is being written.
    }
  })
}
