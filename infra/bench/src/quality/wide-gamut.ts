import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseInput, parseRendition, plan } from '@vitrine/imaging'
import { displayP3, ingest, render, withProfile } from '@vitrine/imaging/direct'
import sharp from 'sharp'
import { alignColumns } from '../report/columns.js'
import { formatNumber, formatRatio } from '../report/figure.js'
import { type Original, pixelsOf } from './originals.js'

const limits = { maxPixels: 100_000_000 }
const formats = ['webp', 'avif'] as const

type Bytes = { p3: number; srgb: number; count: number }

/**
 * Bytes of renditions that keep Display P3, beside those in sRGB, at the default quality. The originals are
 * photographs whose values are read as P3, so their strong colours exceed sRGB.
 */
export async function compareGamuts(
  originals: readonly Original[],
  width: number,
  folder: string,
): Promise<string[]> {
  const sums = Object.fromEntries(
    formats.map((format) => [format, { p3: 0, srgb: 0, count: 0 }]),
  ) as Record<(typeof formats)[number], Bytes>
  for (const original of originals) {
    const directory = join(folder, `p3-of-${original.name}`)
    await mkdir(directory)
    const path = join(directory, 'original.jpg')
    await writeAsP3(original, path)
    const { source, mezzanines } = await ingest(path, { directory, limits })
    if (source.wideGamut !== true) continue
    for (const format of formats) {
      const bytesOf = async (wideGamut: boolean) => {
        const request = parseRendition({ w: `${width}`, format }, undefined)
        const planned = plan(request, { ...source, wideGamut })
        if (planned === null) throw new Error(`${original.name} is a rendition already`)
        const input = chooseInput(planned, mezzanines)?.path ?? path
        return (await render(input, planned, { limits })).length
      }
      sums[format].p3 += await bytesOf(true)
      sums[format].srgb += await bytesOf(false)
      sums[format].count += 1
    }
  }
  const rows = formats.map((format) => {
    const { p3, srgb, count } = sums[format]
    const mean = (sum: number) => formatNumber(sum / count / 1000)
    return [format, String(count), mean(p3), mean(srgb), formatRatio(p3 / srgb)]
  })
  const head = ['Display P3 kept', 'photographs', 'KB in P3', 'KB in sRGB', 'P3 ÷ sRGB']
  return alignColumns([head, ...rows], (column) => column > 0)
}

/** sharp would convert the values, so that no colour exceeded sRGB. */
async function writeAsP3(original: Original, path: string): Promise<void> {
  const { data, width, height } = await pixelsOf(original.path)
  const raw = { width, height, channels: 3 } as const
  const jpeg = await sharp(data, { raw }).jpeg({ quality: 92 }).toBuffer()
  await writeFile(path, withProfile(jpeg, displayP3))
}
