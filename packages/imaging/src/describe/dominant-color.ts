import type { SmallPicture } from './small-picture.js'

/** Each channel is divided into 8 steps: with more, the noise of a photo splits one colour into many. */
const stepBits = 5
const steps = 2 ** (8 - stepBits)

/** Shown for a picture in which nothing can be seen. */
const ofNothing = '#808080'

/**
 * The mean of the colours in the most frequent cell of the colour space, `#rrggbb`. A pixel counts as much
 * as it is opaque. The mean of a whole picture would often be a brown that the picture does not have.
 */
export function dominantColor({ data }: SmallPicture): string {
  const weights = new Float64Array(steps ** 3)
  for (let i = 0; i < data.length; i += 4) {
    const cell = cellOf(data, i)
    weights[cell] = (weights[cell] ?? 0) + (data[i + 3] ?? 0)
  }
  const weight = Math.max(...weights)
  if (weight === 0) return ofNothing
  return meanOfCell(data, weights.indexOf(weight), weight)
}

function meanOfCell(data: Buffer, cell: number, weight: number): string {
  let [red, green, blue] = [0, 0, 0]
  for (let i = 0; i < data.length; i += 4) {
    if (cellOf(data, i) !== cell) continue
    const alpha = data[i + 3] ?? 0
    red += alpha * (data[i] ?? 0)
    green += alpha * (data[i + 1] ?? 0)
    blue += alpha * (data[i + 2] ?? 0)
  }
  return `#${[red, green, blue].map((sum) => hex(sum / weight)).join('')}`
}

const cellOf = (data: Buffer, i: number): number =>
  (stepOf(data[i]) * steps + stepOf(data[i + 1])) * steps + stepOf(data[i + 2])

const stepOf = (value = 0): number => value >> stepBits

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0')
