/** The message of an error in one line, for a note of the report. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}
