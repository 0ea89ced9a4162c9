/** A value of sRGB (IEC 61966-2-1) with 8 bits as linear light, 0–1. */
export function lightOf(code: number): number {
  const value = code / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** The light of all 256 values, from 0 to `white`. */
export const linearOf = (white: number): Int16Array =>
  Int16Array.from({ length: 256 }, (_, code) => Math.round(white * lightOf(code)))

/** The reverse, for each positive number of 16 bits. What overshoots is white. */
export const codeOf = (white: number): Uint8Array =>
  Uint8Array.from({ length: 1 << 15 }, (_, i) => {
    const light = Math.min(1, i / white)
    return Math.round(
      255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055),
    )
  })
