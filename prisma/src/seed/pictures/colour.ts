/** An sRGB colour as three levels of 0–255, fractions allowed. */
export type Rgb = readonly [red: number, green: number, blue: number]

export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const t = clamp(share)
  return [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t,
    from[2] + (to[2] - from[2]) * t,
  ]
}

export function add(base: Rgb, light: Rgb, share: number): Rgb {
  return [base[0] + light[0] * share, base[1] + light[1] * share, base[2] + light[2] * share]
}

export function css(colour: Rgb): string {
  return `rgb(${colour.map(Math.round).join()})`
}

/** A gradient through evenly spaced colours; `at` runs from 0 to 1. */
export function gradient(...hexes: string[]): (at: number) => Rgb {
  const stops = hexes.map(rgb)
  return (at) => {
    const place = clamp(at) * (stops.length - 1)
    const index = Math.min(Math.floor(place), stops.length - 2)
    const [from, to] = [stops[index], stops[index + 1]]
    if (!from || !to) throw new Error('a gradient needs two colours at least')
    return mix(from, to, place - index)
  }
}

export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(Math.max(value, low), high)
}

/** 0 below `low`, 1 above `high`, smooth in between. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low))
  return t * t * (3 - 2 * t)
}
