import type { ServerResponse } from 'node:http'
import { AppError } from '@vitrine/contracts/errors'

/** Aborted if the client disconnects before the response is complete. */
export function whenClientLeaves({ raw: response }: { raw: ServerResponse }): AbortSignal {
  const controller = new AbortController()
  // No client reads this error. It tells the log and the metrics that the failure is not the server's.
  const leave = () => {
    if (response.writableEnded) return
    controller.abort(new AppError('REQUEST_TIMEOUT', 'The client has left.'))
  }
  if (response.destroyed) leave()
  else response.once('close', leave)
  return controller.signal
}
