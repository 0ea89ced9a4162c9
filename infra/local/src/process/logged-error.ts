/** A log line of a service; level 50 is `error`, 60 is `fatal`. */
type LogLine = { level: number; msg?: string; err?: { message?: string; code?: string } }

/** The last error in a service's JSON log as one sentence, or null. */
export function lastLoggedError(output: string): string | null {
  const line = output
    .split('\n')
    .map(parseLine)
    .findLast((parsed) => parsed !== null && parsed.level >= 50)
  if (!line) return null
  const { msg, err } = line
  // Without a message of its own, the logger repeats the error's message.
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
