import { avif, gif, jpeg, png, webp } from '@vitrine/testing'

export type Picture = { bytes: Buffer; filename: string; contentType: string }

type Size = { width: number; height: number }

const formats: readonly [contentType: string, make: (size: Size) => Promise<Buffer>][] = [
  ['image/jpeg', (size) => jpeg(size)],
  ['image/jpeg', (size) => jpeg({ ...size, progressive: true })],
  ['image/png', (size) => png(size)],
  ['image/webp', (size) => webp(size)],
  ['image/avif', (size) => avif(size)],
  ['image/gif', (size) => gif(size)],
]

/**
 * A series of pictures in alternating formats. Each has a different size, and thus different bytes;
 * every tenth one is wide enough to get smaller copies.
 */
export async function pictureNo(index: number): Promise<Picture> {
  const [contentType, make] = formats[index % formats.length] ?? formatMissing()
  const isWide = index % 10 === 0
  const size = isWide
    ? { width: 1200 + index, height: 900 }
    : { width: 64 + (index % 97), height: 48 + Math.floor(index / 97) }
  return { bytes: await make(size), filename: `picture-${index}`, contentType }
}

function formatMissing(): never {
  throw new Error('there is no format')
}
