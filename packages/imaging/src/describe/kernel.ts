import { lightOf } from '../resample/light.js'
import { bytesOf, createLayout } from '../webassembly/layout.js'
import { loadKernel } from '../webassembly/load-kernel.js'

/** The functions of `kernel/describe.ts`. Arguments are byte offsets in its memory, counts, or pixels. */
type Functions = {
  toLab: (pixels: number, count: number, linear: number, lab: number) => void
  rangeOf: (plane: number, count: number) => number
  normalize: (plane: number, count: number) => void
  add: (plane: number, count: number, to: number) => void
  gaussian: (sigma: number, radius: number, weights: number) => void
  blur: (
    plane: number,
    width: number,
    height: number,
    weights: number,
    radius: number,
    scratch: number,
  ) => void
  edges: (plane: number, width: number, height: number, to: number) => void
  borderDistance: (
    lab: number,
    width: number,
    height: number,
    distances: number,
    to: number,
  ) => void
  weigh: (
    plane: number,
    width: number,
    height: number,
    centreX: number,
    centreY: number,
    sigma: number,
  ) => void
  peak: (plane: number, width: number, height: number, to: number) => void
  cells: { value: number }
  dominantCell: (pixels: number, count: number, weights: number) => number
  sumCell: (pixels: number, count: number, cell: number, sums: number) => void
}

let loaded: ReturnType<typeof load> | undefined

/** Compiled on the first call. A process that only renders does not need it. */
export function kernel() {
  loaded ??= load()
  return loaded
}

function load() {
  const functions = loadKernel<Functions>('describe')
  const codes = Float32Array.from({ length: 256 }, (_, code) => lightOf(code))
  const layout = createLayout(functions.free)
  const linear = layout.take(codes.byteLength)
  functions.reserve(layout.end()).set(bytesOf(codes), linear)
  return { ...functions, linear, free: layout.end() }
}
