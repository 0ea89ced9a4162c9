import { bytesOf, createLayout } from '../webassembly/layout.js'
import { loadKernel } from '../webassembly/load-kernel.js'
import { codeOf, linearOf } from './light.js'

/** The functions of `kernel/resample.ts`. All arguments are byte offsets in its memory, or counts. */
type Functions = {
  white: { value: number }
  linearize: (
    from: number,
    planes: number,
    planeBytes: number,
    width: number,
    table: number,
  ) => void
  linearizeAlpha: Functions['linearize']
  extend: (plane: number, width: number, before: number, after: number) => void
  narrow: (
    plane: number,
    starts: number,
    weights: number,
    bytes: number,
    count: number,
    to: number,
  ) => void
  blend: (rows: number, weights: number, pairs: number, bytes: number, to: number) => void
  encode: (planes: number, planeBytes: number, width: number, table: number, to: number) => void
  encodeAlpha: (
    planes: number,
    planeBytes: number,
    width: number,
    table: number,
    to: number,
    alphaStep: number,
  ) => void
}

let loaded: ReturnType<typeof load> | undefined

/** Compiled on the first call. */
export function kernel() {
  loaded ??= load()
  return loaded
}

function load() {
  const functions = loadKernel<Functions>('resample')
  const white = functions.white.value
  const [linear, codes] = [linearOf(white), codeOf(white)]
  const layout = createLayout(functions.free)
  const tables = { linear: layout.take(linear.byteLength), codes: layout.take(codes.byteLength) }
  const memory = functions.reserve(layout.end())
  memory.set(bytesOf(linear), tables.linear)
  memory.set(codes, tables.codes)
  return { ...functions, tables, free: layout.end() }
}
