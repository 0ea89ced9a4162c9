/** The message for an invalid value. */
export type Problem = { problem: string }

/** 1–`max` in plain digits. Leading zeros are ignored. Signs, exponents and spaces are rejected. */
export function parseCount(text: string, max: number): number | Problem {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return count >= 1 && count <= max ? count : { problem: `must be a whole number from 1 to ${max}` }
}

/** An exact decimal, `numerator / denominator`. Floating point would round 1.15 × 10 down. */
export type Decimal = { numerator: bigint; denominator: bigint }

const DECIMAL = /^0*(?<whole>[1-3])(?:\.(?<fraction>\d{1,20}))?$/

/** 1–3 in plain digits, up to 20 of them after the point: browsers report ratios as 1.3333333730697632. */
export function parsePixelRatio(text: string): Decimal | Problem {
  const { whole = '', fraction = '' } = DECIMAL.exec(text)?.groups ?? {}
  const numerator = BigInt(whole + fraction)
  const denominator = 10n ** BigInt(fraction.length)
  return numerator >= denominator && numerator <= 3n * denominator
    ? { numerator, denominator }
    : { problem: 'must be a number from 1 to 3, such as 2 or 1.5' }
}

export function parseChoice<T extends string>(text: string, choices: readonly T[]): T | Problem {
  const choice = choices.find((candidate) => candidate === text)
  return choice ?? { problem: `must be one of ${choices.join(', ')}` }
}

/** Nearest pixel, half up. */
export const scaled = (pixels: number, { numerator, denominator }: Decimal): number =>
  Number((2n * BigInt(pixels) * numerator + denominator) / (2n * denominator))
