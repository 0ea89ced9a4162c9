/**
 * Whether a JSON number survives a round trip: parsed as a double and printed again, it has the same
 * decimal value. This is true for `1.50` and `1e3`, and false for `12345678901234567890` and `1e400`. Takes
 * linear time.
 */
export function isExactNumber(text: string): boolean {
  const number = Number(text)
  if (!Number.isFinite(number)) return false
  if (text.length <= maxExactDigits && Math.abs(number) > leastExact) return true
  const [sent, kept] = [decimalOf(text), decimalOf(String(number))]
  if (sent.digits === '' || kept.digits === '') return sent.digits === kept.digits
  return (
    sent.digits === kept.digits &&
    sent.exponent === kept.exponent &&
    sent.isNegative === kept.isNegative
  )
}

/** A double represents every decimal with this many digits, except near zero (DBL_DIG). */
const maxExactDigits = 15
/** Well above the smallest double of full precision, 2.2e-308. */
const leastExact = 1e-300

/** The value is `digits` × 10^`exponent`. The digits neither begin nor end with 0; 0 has none. */
type Decimal = { isNegative: boolean; digits: string; exponent: number }

function decimalOf(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const isNegative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.slice(isNegative ? 1 : 0).split('.')
  const all = whole + fraction
  let start = 0
  let end = all.length
  // Not a regular expression: /0+$/ takes quadratic time on zeros that are not at the end.
  while (start < end && all[start] === '0') start += 1
  while (end > start && all[end - 1] === '0') end -= 1
  const exponent = Number(power) - fraction.length + (all.length - end)
  return { isNegative, digits: all.slice(start, end), exponent }
}
