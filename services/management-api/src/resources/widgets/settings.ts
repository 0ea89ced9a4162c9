import { checkConfig, checkTheme, layouts, maxWidgetJsonBytes } from '@vitrine/contracts'
import { type ErrorDetail, validationFailed } from '@vitrine/contracts/errors'
import type { Layout, Prisma } from '@vitrine/database'
import { parseJsonObject, readJsonObject } from '../../fields/json-object.js'

type Values = Record<string, unknown>
type Setting = Values | string | undefined
type Settings = { config: Values; layout: Layout }
type Input = { layout?: Layout; config?: Setting; theme?: Setting }
type Stored = { config?: Prisma.InputJsonObject; theme?: Prisma.InputJsonObject }

/**
 * The given `config` and `theme` in their stored form: keys as sent, with the known ones validated. Stored
 * settings are validated again when the layout changes, since the same key has another meaning there.
 *
 * @param before null for a new widget.
 * @throws AppError VALIDATION_FAILED that names each invalid key, such as `config.autoplaySpeed`.
 */
export function parseSettings(before: Settings | null, input: Input): Stored {
  const problems = settingsProblems(before, input)
  if (problems.length > 0) throw validationFailed(problems)
  const config = parse('config', input.config)
  const theme = parse('theme', input.theme)
  return { ...(config && { config }), ...(theme && { theme }) }
}

/** The problems that `parseSettings` would report. */
function settingsProblems(
  before: Settings | null,
  { layout, config, theme }: Input,
): ErrorDetail[] {
  const target = layout ?? before?.layout
  const isMoved = before !== null && layout !== undefined && layout !== before.layout
  const judged = config ?? (isMoved ? before.config : undefined)
  return [
    ...problemsOf('config', judged, (values) => (target ? checkConfig(target, values) : [])),
    ...problemsOf('theme', theme, checkTheme),
  ]
}

function problemsOf(
  field: string,
  value: Setting,
  check: (values: Values) => ErrorDetail[],
): ErrorDetail[] {
  if (value === undefined) return []
  const read = readJsonObject(field, value, maxWidgetJsonBytes)
  return read.problems ?? check(read.value)
}

const parse = (field: string, value: Setting): Prisma.InputJsonObject | undefined =>
  value === undefined ? undefined : parseJsonObject(field, value, maxWidgetJsonBytes)

/** The same for an unvalidated body. Problems that its schema reports are left to the schema. */
export function bodyProblems(before: Settings | null, body: unknown): ErrorDetail[] {
  const { layout, config, theme } = (body ?? {}) as Record<string, unknown>
  return settingsProblems(before, {
    ...(layouts.some((known) => known === layout) && { layout: layout as Layout }),
    ...(isGiven(config) && { config }),
    ...(isGiven(theme) && { theme }),
  })
}

const isGiven = (value: unknown): value is Values | string =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && !Array.isArray(value))
