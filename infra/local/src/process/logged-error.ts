/** A line as the services log it; 50 is `error`, 60 `fatal`. */
type LogLine = { level: number; msg?: string; err?: { message?: string; code?: string } }

/** Of the log in JSON lines that a service writes: its last error in one sentence, or null. */
export function lastLoggedError(output: string): string | null {
  const line = output
    .split('\n')
    .map(parseLine)
    .findLast((parsed) => parsed !== null && parsed.level >= 50)
  if (!line) return null
  const { msg, err } = line
  // The logger repeats an error's message where it was given no other.
  const parts = [...new Set([msg, err?.message])].filter((part) => part !== undefined)
  const said = parts.join(': ')
  return err?.code === undefined || said.includes(err.code) ? said : `${said} (${err.code})`
}

function parseLine(text: string): LogLine | null {
  try {
    const line = JSON.parse(text) as Partial<LogLine> | null
    return typeof line?.level === 'number' ? { ...line, level: line.level } : null
  } catch {
    return null // Not written by the logger.
  }
}
