/** Points of the blurred picture in each direction. */
const side = 3

/** The mean of a cosine of the transform over one of the cells. */
const mean = (frequency: number, cell: number): number => {
  const unit = (Math.PI * frequency) / side
  return frequency ? (Math.sin((cell + 1) * unit) - Math.sin(cell * unit)) / unit : 1
}

/**
 * The mean colours of the cells of a ThumbHash (base64), row by row; empty if it is invalid or has transparency. The means
 * of its waves are computed directly: no picture is decoded.
 */
export function cellsOf(thumbhash: string): string[] {
  const text = atob(thumbhash)
  const byte = (index: number) => text.charCodeAt(index)
  if (text.length < 6 || byte(2) > 127) return []
  const bits = byte(0) | (byte(1) << 8) | (byte(2) << 16)
  const sizes = byte(3) | (byte(4) << 8)
  const size = Math.max(3, sizes & 7)
  const isLandscape = sizes >> 15
  let at = 10

  /** Values of a channel in each cell. */
  const channel = (columns: number, rows: number, start: number, scale: number): number[] => {
    let cells: number[] = Array(side * side).fill(start)
    for (let row = 0; row < rows; row++) {
      for (let column = row ? 0 : 1; column * rows < columns * (rows - row); column++) {
        const wave = (((byte(at >> 1) >> (4 * (at++ & 1))) & 15) / 7.5 - 1) * 2 * scale
        cells = cells.map(
          (value, cell) =>
            value + wave * mean(column, cell % side) * mean(row, Math.floor(cell / side)),
        )
      }
    }
    return cells
  }
  const chroma = (shift: number, scale: number) =>
    channel(3, 3, ((bits >> shift) & 63) / 31.5 - 1, ((scale & 63) / 63) * 1.25)
  const light = channel(
    isLandscape ? 7 : size,
    isLandscape ? size : 7,
    (bits & 63) / 63,
    ((bits >> 18) & 31) / 31,
  )
  const yellow = chroma(6, sizes >> 3)
  const red = chroma(12, sizes >> 9)
  return light.map((value, cell) => {
    const b = value - (2 / 3) * (yellow[cell] ?? 0)
    const r = (3 * value - b + (red[cell] ?? 0)) / 2
    // Browsers clamp values that are out of range.
    return `rgb(${[r, r - (red[cell] ?? 0), b].map((part) => Math.round(255 * part))})`
  })
}
