import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { instantiate } from '../../webassembly/instantiate.js'

const require = createRequire(import.meta.url)

/**
 * The C functions of libheif that we call, by their names in the glue code of Emscripten. Numbers are addresses
 * in the memory of the instance. A function that may fail writes its error to the first address.
 */
export type Libheif = {
  readonly HEAPU8: Uint8Array
  readonly HEAP32: Int32Array
  _malloc(bytes: number): number
  _heif_context_alloc(): number
  _heif_context_get_security_limits(context: number): number
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    data: number,
    bytes: number,
    options: 0,
  ): void
  _heif_context_get_primary_image_handle(error: number, context: number, result: number): void
  _heif_image_handle_get_width(handle: number): number
  _heif_image_handle_get_height(handle: number): number
  _heif_image_handle_has_alpha_channel(handle: number): number
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, result: number): void
  _heif_decoding_options_alloc(): number
  _heif_decode_image(
    error: number,
    handle: number,
    result: number,
    colourspace: number,
    chroma: number,
    options: number,
  ): void
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number
}

type Imports = Record<string, (...args: unknown[]) => unknown>
type Factory = (options: object) => Libheif

/**
 * The only functions of the glue code that decoding needs, in libheif-js 1.23.2: `memmove` (I) and growing
 * the memory (D). The others give access to objects of JavaScript and to a file system in memory. A picture
 * that gains control over the decoder can call none of them.
 */
const decodingCalls = new Set(['I', 'D'])
const growMemory = 'D'

export class MemoryRefused extends Error {}

/** An instance for one picture: nothing of it is left for the next one. Takes 40 ms of CPU time. */
export function startLibheif(): Libheif {
  const factory: Factory = require('libheif-js/libheif-wasm/libheif.js')
  const program = readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm'))
  let isStarted = false

  const guarded = (name: string, call: Imports[string]) => {
    return (...args: unknown[]) => {
      if (!isStarted) return call?.(...args)
      if (!decodingCalls.has(name)) throw new Error('the decoder gave up')
      const result = call?.(...args)
      if (name === growMemory && !result) throw new MemoryRefused()
      return result
    }
  }
  const instantiateWasm = ({ a: glue }: { a: Imports }, started: (instance: unknown) => void) => {
    const names = Object.entries(glue).map(([name, call]) => [name, guarded(name, call)] as const)
    const instance = instantiate(program, { a: Object.fromEntries(names) })
    started(instance)
    return instance.exports
  }

  const silent = () => {}
  const library = factory({ instantiateWasm, print: silent, printErr: silent })
  isStarted = true
  return library
}
