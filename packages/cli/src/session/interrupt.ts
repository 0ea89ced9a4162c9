import { CommandError, exitCodes } from '../failure.js'

let signal: AbortSignal | undefined

/** Aborts on the first Ctrl-C. The second ends the process at once. */
export function interruptSignal(): AbortSignal {
  signal ??= listen()
  return signal
}

function listen(): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(new CommandError('Interrupted.', exitCodes.interrupted))
  process.once('SIGINT', abort)
  process.once('SIGTERM', abort)
  return controller.signal
}
