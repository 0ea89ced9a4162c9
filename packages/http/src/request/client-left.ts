import { AppError } from '@vitrine/errors'
import type { FastifyReply } from 'fastify'

/** Aborted when the client closes its connection before it has got all of the answer. */
export function whenClientLeaves({ raw }: FastifyReply): AbortSignal {
  const leaver = new AbortController()
  // Nobody reads this; it tells the log and the metrics apart from a failure of ours.
  const leave = () => {
    if (!raw.writableEnded) leaver.abort(new AppError('REQUEST_TIMEOUT', 'The client has left.'))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return leaver.signal
}
