import type { Schemas } from '@vitrine/sdk'
import { t } from '../words/words.ts'
import type { Preset } from './queries.ts'

export type Parameters = Pick<Preset, 'w' | 'h' | 'fit' | 'format' | 'q' | 'gravity'>

/** Stands for a parameter that is left out. */
export const unset = 'unset'

export type Choices = { fit: string; format: string; gravity: string }

const numberOf = (text = ''): number | null => (text.trim() === '' ? null : Number(text))
const choiceOf = (key: string): string | null => (key === unset ? null : key)

/** The body of a call: null removes a parameter. */
export const bodyOf = (
  { w, h, q }: Record<string, string>,
  { fit, format, gravity }: Choices,
): Schemas['PresetUpdate'] =>
  ({
    w: numberOf(w),
    h: numberOf(h),
    q: numberOf(q),
    fit: choiceOf(fit),
    format: choiceOf(format),
    gravity: choiceOf(gravity),
  }) as Schemas['PresetUpdate']

/** Stands for the state of a preset that is not there yet. */
export const noPreset: Parameters & { revision: number } = {
  w: null,
  h: null,
  fit: null,
  format: null,
  q: null,
  gravity: null,
  revision: 0,
}

/** The values of the form for a preset. */
export function shownOf({ w, h, q, fit, format, gravity }: Parameters) {
  const line = (name: string, label: string, value: string | number | null, absent = '') => ({
    name,
    label,
    value: value === null ? absent : String(value),
  })
  return [
    line('w', t('Width, px'), w),
    line('h', t('Height, px'), h),
    line('q', t('Quality'), q),
    line('fit', t('Fit'), fit, unset),
    line('format', t('Format'), format, unset),
    line('gravity', t('Crop towards'), gravity, unset),
  ]
}

/** `800 × 600 px, cover, WEBP`. */
export function presetWords({ w, h, fit, format, q, gravity }: Parameters): string {
  const size =
    w !== null && h !== null
      ? `${w} × ${h} px`
      : w !== null
        ? t('{w} px wide', { w })
        : h !== null
          ? t('{h} px high', { h })
          : t('as large as the original')
  const parts = [
    size,
    fit,
    format === null ? null : format === 'auto' ? t('best format') : format.toUpperCase(),
    q === null ? null : t('quality {q}', { q }),
    gravity === null ? null : t('towards {gravity}', { gravity }),
  ]
  return parts.filter((part) => part !== null).join(', ')
}
