import { readFileSync } from 'node:fs'
import { instantiate } from './instantiate.js'

type Exports<Functions> = Functions & {
  memory: { buffer: ArrayBuffer; grow: (pages: number) => void }
}

const pageBytes = 64 * 1024

/**
 * Loads a program of the folder `kernel`, which `pnpm run kernels` compiles.
 *
 * @returns its functions, and what their caller needs to lay out the memory.
 */
export function loadKernel<Functions>(name: 'describe' | 'resample') {
  const program = readFileSync(new URL(import.meta.resolve(`#kernel/${name}`)))
  const functions = instantiate(program).exports as Exports<Functions>
  /** Only grows: the largest picture is bounded by its limits. */
  const reserve = (bytes: number): Uint8Array<ArrayBuffer> => {
    const { memory } = functions
    const missing = bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    return new Uint8Array(memory.buffer)
  }
  // The compiler's own constants are in the first page: it refuses to build if they need more.
  return { ...functions, free: pageBytes, reserve }
}
