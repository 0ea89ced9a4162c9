import { type Libheif, startLibheif } from './libheif.js'

/** 8 bits per channel, interleaved, upright; in the colours that the profile or `primaries` names. */
export type DecodedHeic = {
  /** In the memory of the decoder: a copy would take half as much again. */
  data: Uint8Array
  width: number
  height: number
  channels: 3 | 4
  /** ITU-T H.273: 1 is sRGB's, 12 Display P3's; null if not given. */
  primaries: number | null
  /** ITU-T H.273: 16 is PQ, 18 HLG. */
  transfer: number | null
}

const rgb = 1
const interleaved = { 3: 10, 4: 11 } as const
const interleavedChannel = 10

/** Offsets in `heif_decoding_options`, bytes. */
const toEightBits = 20
const strictly = 21
/** In `heif_security_limits`. */
const maxPixelsAt = 8
/** In `heif_color_profile_nclx`. */
const primariesAt = 4
const transferAt = 8

/** Decodes the primary image. @throws Error if the data is broken; MemoryRefused. */
export function decodeHeicHere(file: Uint8Array, maxPixels: number): DecodedHeic {
  const heif = startLibheif()
  const { error, result, intAt, checked } = createOutputs(heif)
  const context = openContext(heif, maxPixels)
  const content = heif._malloc(file.length)
  heif.HEAPU8.set(file, content)
  heif._heif_context_read_from_memory_without_copy(error, context, content, file.length, 0)
  checked()
  heif._heif_context_get_primary_image_handle(error, context, result)
  const handle = checked()

  const channels = heif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3
  const options = heif._heif_decoding_options_alloc()
  heif.HEAPU8[options + toEightBits] = 1
  heif.HEAPU8[options + strictly] = 1
  heif._heif_decode_image(error, handle, result, rgb, interleaved[channels], options)
  const image = checked()

  const size = {
    width: heif._heif_image_handle_get_width(handle),
    height: heif._heif_image_handle_get_height(handle),
  }
  const start = heif._heif_image_get_plane_readonly(image, interleavedChannel, result)
  const rows = { start, stride: intAt(result), rowBytes: size.width * channels, rows: size.height }
  heif._heif_image_handle_get_nclx_color_profile(error, handle, result)
  const nclx = intAt(error) === 0 ? intAt(result) : null
  return {
    data: packed(heif.HEAPU8, rows),
    ...size,
    channels,
    primaries: nclx && intAt(nclx + primariesAt),
    transfer: nclx && intAt(nclx + transferAt),
  }
}

/** Addresses at which libheif's functions leave an error and a result. */
function createOutputs(heif: Libheif) {
  const error = heif._malloc(12)
  const result = heif._malloc(4)
  const intAt = (address: number): number => heif.HEAP32[address >> 2] ?? 0
  /** The result of the last call. @throws if that call failed. */
  const checked = (): number => {
    const code = intAt(error)
    if (code !== 0) throw new Error(`libheif: error ${code}.${intAt(error + 4)}`)
    return intAt(result)
  }
  return { error, result, intAt, checked }
}

function openContext(heif: Libheif, maxPixels: number): number {
  const context = heif._heif_context_alloc()
  // libheif counts the padding of coded blocks, too.
  const limit = Math.min(Math.round(1.1 * maxPixels), 0x7fff_ffff)
  heif.HEAP32[(heif._heif_context_get_security_limits(context) + maxPixelsAt) >> 2] = limit
  return context
}

type Rows = { start: number; stride: number; rowBytes: number; rows: number }

/** Removes the padding at the end of each row, in place. */
function packed(memory: Uint8Array, { start, stride, rowBytes, rows }: Rows): Uint8Array {
  if (start === 0 || stride < rowBytes) throw new Error('libheif: no pixels')
  for (let row = 1; row < rows && stride > rowBytes; row += 1) {
    const from = start + row * stride
    memory.copyWithin(start + row * rowBytes, from, from + rowBytes)
  }
  return memory.subarray(start, start + rowBytes * rows)
}
