import { labelOf } from '../../publishing/setting-words.ts'
import { t } from '../../words/words.ts'
import type { Setting } from './setting.ts'

/** What is wrong inside an object, and the place of it: `button.url`. The service accepts none of these. */
export type PartProblem = { place: string; words: string }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function partProblems(setting: Setting, value: unknown, place = ''): PartProblem[] {
  const below = (name: string) => (place === '' ? name : `${place}.${name}`)
  if (setting.kind === 'parts') {
    if (!isObject(value)) return []
    return Object.entries(setting.parts).flatMap(([name, part]) => {
      if (value[name] !== undefined) return partProblems(part, value[name], below(name))
      const words = t('{label} is missing.', { label: labelOf(name) })
      return setting.required.includes(name) ? [{ place: below(name), words }] : []
    })
  }
  if (setting.kind !== 'text' || typeof value !== 'string') return []
  const { minLength = 0, maxLength, pattern } = setting
  if (value.length < minLength || value.length > maxLength) {
    return [{ place, words: t('At most {count} characters.', { count: maxLength }) }]
  }
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
    ? []
    : [{ place, words: t('It begins with https://, http://, mailto:, tel: or /') }]
}

/** The value with a part set, or taken out by undefined. Without any part left it is undefined. */
export function withPart(value: unknown, name: string, part: unknown): unknown {
  const { [name]: _, ...rest } = isObject(value) ? value : {}
  const next = part === undefined ? rest : { ...rest, [name]: part }
  return Object.keys(next).length === 0 ? undefined : next
}

export const partIn = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined
