import type { Unit } from './line.js'

/** `18,240 /s`, `1.28 ms`; `–` if it was not measured. */
export function formatFigure(value: number, unit: Unit): string {
  return Number.isNaN(value) ? '–' : `${formatNumber(value)} ${unit}`
}

/** `0.93 ×`, `0.012 ×`, `27.0 ×` */
export function formatRatio(value: number): string {
  if (Number.isNaN(value)) return '–'
  return `${value.toFixed(value < 0.0995 ? 3 : value < 9.995 ? 2 : 1)} ×`
}

/** Three significant digits, or all digits before the decimal point. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '–'
  const whole = Math.abs(value)
  const digits = whole >= 99.95 || Number.isInteger(value) ? 0 : whole >= 9.995 ? 1 : 2
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
