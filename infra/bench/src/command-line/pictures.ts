import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noisePng } from '@vitrine/testing'
import sharp from 'sharp'
import { drawPhoto } from '../pictures/photo.js'

/** A PNG of noise has about 3 MB. */
const large = { width: 1100, height: 900 }
const small = { width: 640, height: 480 }
/** 6 megapixels. */
const camera = { width: 3000, height: 2000 }

/** Each of these makes one picture. */
export const kinds = {
  'png of noise, 3 MB': () => noisePng(large),
  'png of noise, 0.9 MB': () => noisePng(small),
  'jpeg of 6 megapixels': async () => {
    const { pixels, width, height } = await drawPhoto(camera.width, camera.height)
    return sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer()
  },
} as const

export type Kind = keyof typeof kinds

/** Fills a new folder. Each picture differs by a few bytes after its end, which decoders ignore. */
export async function makePictures(folder: string, count: number, kind: Kind): Promise<string> {
  await mkdir(folder)
  const picture = await kinds[kind]()
  const extension = kind.startsWith('png') ? 'png' : 'jpg'
  for (let n = 0; n < count; n += 1) {
    const bytes = Buffer.concat([picture, Buffer.from(`${n}`)])
    await writeFile(join(folder, `${n}.${extension}`), bytes)
  }
  return folder
}
