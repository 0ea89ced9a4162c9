import { readFileSync } from 'node:fs'
import { codeOf, linearOf } from './light.js'

/** The used part of WebAssembly's API: its types come only with those of browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: object
  }
}

/** The functions of `kernel/resample.ts`. All arguments are byte offsets in its memory, or counts. */
type Functions = {
  memory: { buffer: ArrayBuffer; grow: (pages: number) => void }
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
  encodeAlpha: Functions['encode']
}

const pageBytes = 64 * 1024
/** Below is room for what the compiler may place there. */
const tablesAt = 1024

let loaded: ReturnType<typeof load> | undefined

/** Compiled on the first call. */
export function kernel() {
  loaded ??= load()
  return loaded
}

function load() {
  // The build puts it there; the tests of this package run from `src`.
  const bytes = readFileSync(new URL('../../dist/resample/kernel.wasm', import.meta.url))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes))
  const functions = exports as Functions
  const white = functions.white.value
  const [linear, codes] = [linearOf(white), codeOf(white)]
  const tables = { linear: tablesAt, codes: tablesAt + linear.byteLength }
  const free = aligned(tables.codes + codes.byteLength)
  /** Only grows: the largest picture is bounded by its limits. */
  const reserve = (bytes: number): Uint8Array<ArrayBuffer> => {
    const { memory } = functions
    const missing = bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    return new Uint8Array(memory.buffer)
  }
  const memory = reserve(free)
  memory.set(new Uint8Array(linear.buffer), tables.linear)
  memory.set(codes, tables.codes)
  return { ...functions, tables, free, reserve }
}

/** SIMD loads are fastest from multiples of 16. */
export const aligned = (bytes: number): number => Math.ceil(bytes / 16) * 16
