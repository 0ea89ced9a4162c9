import { heic } from '../heic.js'

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8, type.padStart(8))
  head.writeUInt32BE(8 + body.length)
  return Buffer.concat([head, body])
}
const full = (type: string, version: number, ...parts: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts)
const u16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])))
const u32 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => u16(value >>> 16, value & 65_535)))

/** The box of this type, found by its name. */
function boxOf(file: Buffer, type: string): Buffer {
  const start = file.indexOf(type) - 4
  return file.subarray(start, start + file.readUInt32BE(start))
}

type Grid = {
  /** Size that the file claims, pixels; default that of its tiles. */
  width?: number
  height?: number
  /** Items that the places of the grid refer to, one after the other; default one item for each place. */
  items?: number
  /** Whether the places refer to the grid itself instead. */
  isLoop?: boolean
}

/**
 * A HEIC as phones write it: a grid of tiles with 8 bits per channel and 4:2:0, here of the same 4000 × 3000
 * pixels each.
 */
export function tiledHeic(columns: number, rows: number, grid: Grid = {}): Buffer {
  const { width = 4000 * columns, height = 3000 * rows, items: count = columns * rows } = grid
  const file = heic('large')
  const data = boxOf(file, 'mdat').subarray(8)
  const tiles = Array.from({ length: count }, (_, index) => index + 1)
  const whole = tiles.length + 1
  const items = [
    ...tiles.map((id) => full('infe', 2, u16(id, 0), Buffer.from('hvc1\0'))),
    full('infe', 2, u16(whole, 0), Buffer.from('grid\0')),
  ]
  const places = Array.from({ length: columns * rows }, (_, index) =>
    grid.isLoop ? whole : (index % count) + 1,
  )
  const layout = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width, height)])
  const properties = [
    boxOf(file, 'hvcC'),
    full('ispe', 0, u32(4000, 3000)),
    full('ispe', 0, u32(width, height)),
  ]
  const associations = [
    ...tiles.map((id) => Buffer.concat([u16(id), Buffer.from([2, 0x81, 2])])),
    Buffer.concat([u16(whole), Buffer.from([1, 3])]),
  ]
  const metaOf = (dataAt: number): Buffer =>
    full(
      'meta',
      0,
      boxOf(file, 'hdlr'),
      full('pitm', 0, u16(whole)),
      full(
        'iloc',
        0,
        Buffer.from([0x44, 0]),
        u16(whole),
        ...tiles.map((id) => Buffer.concat([u16(id, 0, 1), u32(dataAt, data.length)])),
        Buffer.concat([u16(whole, 0, 1), u32(dataAt + data.length, layout.length)]),
      ),
      full('iinf', 0, u16(items.length), ...items),
      full('iref', 0, box('dimg', u16(whole, places.length, ...places))),
      box('iprp', box('ipco', ...properties), full('ipma', 0, u32(whole), ...associations)),
    )
  const type = boxOf(file, 'ftyp')
  const meta = metaOf(type.length + metaOf(0).length + 8)
  return Buffer.concat([type, meta, box('mdat', data, layout)])
}
