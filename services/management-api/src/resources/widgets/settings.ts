import { checkConfig, checkTheme, maxWidgetJsonBytes } from '@vitrine/contracts'
import type { Layout, Prisma } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { parseJsonObject } from '../../json-object.js'

type Given = Record<string, unknown> | string | undefined
type Settings = { config: Record<string, unknown>; layout: Layout }
type Stored = { config?: Prisma.InputJsonObject; theme?: Prisma.InputJsonObject }

/**
 * `config` and `theme` as they are to be stored, where they were sent: keys as sent, the known
 * ones checked. What is stored already is checked where the layout changes: the same key means
 * something else there.
 *
 * @param before null for a new widget.
 * @throws AppError VALIDATION_FAILED that names each wrong key, `config.autoplaySpeed`.
 */
export function parseSettings(
  before: Settings | null,
  input: { layout?: Layout; config?: Given; theme?: Given },
): Stored {
  const config = parse('config', input.config)
  const theme = parse('theme', input.theme)
  const layout = input.layout ?? before?.layout
  const isMoved = before !== null && layout !== before.layout
  const judged = config ?? (isMoved ? before.config : undefined)
  const details = [
    ...(judged && layout ? checkConfig(layout, judged) : []),
    ...(theme ? checkTheme(theme) : []),
  ]
  if (details.length > 0) {
    const problems = details.map(({ field, message }) => `${field} ${message}`)
    throw new AppError('VALIDATION_FAILED', problems.join('; '), { details })
  }
  return { ...(config && { config }), ...(theme && { theme }) }
}

const parse = (field: string, given: Given): Prisma.InputJsonObject | undefined =>
  given === undefined ? undefined : parseJsonObject(field, given, maxWidgetJsonBytes)
