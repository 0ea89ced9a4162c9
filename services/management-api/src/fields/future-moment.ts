import { validationFailed } from '@vitrine/contracts/errors'
import { parseTimestamp } from '@vitrine/http'

/** Before the year 10000 in every time zone: the wire has four digits for a year. */
const latest = new Date(Date.UTC(9999, 11, 30))
const beyondWire = 'must lie ahead, before the year 10000'

/** @throws AppError VALIDATION_FAILED of `expiresAt` unless it is in the future, and before a limit. */
export function futureMoment(text: string, before = latest, message = beyondWire): Date {
  const moment = parseTimestamp(text)
  const time = moment?.getTime() ?? 0
  if (moment !== null && time > Date.now() && time < before.getTime()) return moment
  throw validationFailed([{ field: 'expiresAt', message }])
}
