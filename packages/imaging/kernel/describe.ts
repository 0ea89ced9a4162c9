/*
 * The loops of `src/describe` over the pixels of a picture, in AssemblyScript, which compiles to
 * WebAssembly with SIMD. The caller lays out the memory and passes pointers; nothing is allocated here. A
 * plane has one 32-bit float for each pixel, row by row; sums over many pixels are 64-bit floats. `Mathf`
 * is a part of AssemblyScript, and no result depends on the processor: every machine finds the same point.
 */
export { borderDistance } from './describe/border-distance'
export { cells, dominantCell, sumCell } from './describe/dominant-color'
export { toLab } from './describe/lab'
export { add, blur, gaussian, normalize, rangeOf } from './describe/plane'
export { edges, peak, weigh } from './describe/salience'
