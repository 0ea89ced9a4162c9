import type { VitrineError } from '@vitrine/sdk'

/** Shells report a program that Ctrl-C ended by 130. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  refused: 4,
  interrupted: 130,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An error with a sentence for people and the exit code of the process. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message)
    this.name = 'CommandError'
  }
}

export const usageError = (message: string) => new CommandError(message, exitCodes.usage)

/** Compares the name, not the class: the SDK is loaded only by commands that need it. */
const isVitrineError = (error: unknown): error is VitrineError =>
  error instanceof Error && error.name === 'VitrineError'

export type Report = { message: string; exitCode: ExitCode }

/** The text for people and the exit code of an error. */
export function reportOf(error: unknown): Report {
  if (isVitrineError(error)) return { message: describe(error), exitCode: exitCodeOf(error) }
  if (error instanceof CommandError) return error
  return { message: withCause(error), exitCode: exitCodes.failed }
}

function exitCodeOf({ status }: VitrineError): ExitCode {
  if (status === 401) return exitCodes.notSignedIn
  return status < 500 ? exitCodes.refused : exitCodes.failed
}

/** Code, sentence, fields and request id. The sentence of the service may name the fields itself. */
function describe({ code, message, details, requestId }: VitrineError): string {
  const head = code === undefined ? message : `${code}: ${message}`
  const fields = details
    .filter(({ message: problem }) => !message.includes(problem))
    .map(({ field, message: problem }) => `\n  ${field}: ${problem}`)
  return `${head}${fields.join('')}${requestId === undefined ? '' : ` (request ${requestId})`}`
}

/** `fetch` says "fetch failed" and has the reason in its cause. */
function withCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  const reason = cause instanceof Error ? cause.message || (cause as { code?: string }).code : ''
  return reason ? `${message}: ${reason}` : message
}
