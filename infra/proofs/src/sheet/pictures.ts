import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'

export type Picture = { name: string; file: Buffer }

const folder = new URL('../../../../prisma/pictures/', import.meta.url)

/** The text of each logo, its colour, and whether its mark stands above the text. */
const brands: readonly (readonly [name: string, colour: string, isTall?: boolean])[] = [
  ['Northwind', '#1b4fd8'],
  ['Oak & Ash', '#000000'],
  ['kite', '#d6336c', true],
  ['Meridian Partners', '#0b7285'],
  ['ACME', '#000000', true],
  ['Lumen', '#f08c00'],
  ['Harbour Brewing Co.', '#2b2b2b'],
  ['fern', '#2f9e44', true],
]

/** The demo's photographs, crops of them in other shapes, and drawn logos on transparent ground. */
export async function createPictures() {
  const names = (await readdir(folder)).filter((name) => /\.(jpg|webp|avif)$/.test(name))
  const photographs = await Promise.all(
    // From the end: the first one in the alphabet is nearly a panorama.
    names
      .sort()
      .reverse()
      .map(async (name) => ({
        name: name.replace(/\..*/, '').replaceAll('-', ' '),
        file: await readFile(new URL(name, folder)),
      })),
  )
  const cropAll = (shape: string, width: number, height: number, pictures = photographs) =>
    Promise.all(pictures.map((picture) => crop(picture, shape, width, height)))
  const some = photographs.slice(0, 4)
  return {
    photographs,
    squares: await cropAll('square', 1200, 1200),
    portraits: [
      ...(await cropAll('portrait', 810, 1440)),
      ...(await cropAll('print', 1080, 1350, some)),
    ],
    panoramas: [
      ...(await cropAll('panorama', 2000, 400, some)),
      ...(await cropAll('wide', 1800, 600, photographs.slice(4, 8))),
    ],
    logos: await Promise.all(brands.map(drawLogo)),
    tiny: await cropAll('tiny', 120, 90, photographs.slice(6, 7)),
  }
}

async function crop({ name, file }: Picture, shape: string, width: number, height: number) {
  const image = sharp(file).autoOrient().resize(width, height, { position: 'attention' })
  return { name: `${name}, ${shape}`, file: await image.jpeg({ quality: 88 }).toBuffer() }
}

async function drawLogo([name, colour, isTall = false]: (typeof brands)[number]): Promise<Picture> {
  const length = name.length * 90
  const [width, height] = isTall ? [Math.max(length, 400), 420] : [length + 200, 180]
  const [x, y] = isTall ? [width / 2, 370] : [180, 125]
  const mark = isTall ? `${width / 2 - 120} 20` : '20 20'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="${colour}">
<path transform="translate(${mark}) scale(${isTall ? 2 : 1.2})" d="M60 0 120 60 60 120 0 60ZM60 30 30 60 60 90 90 60Z" fill-rule="evenodd"/>
<text x="${x}" y="${y}" font-family="sans-serif" font-weight="700" font-size="100" text-anchor="${isTall ? 'middle' : 'start'}">${name.replace('&', '&amp;')}</text></svg>`
  return { name: `Logo of ${name}`, file: await sharp(Buffer.from(svg)).trim().png().toBuffer() }
}

export type Pictures = Awaited<ReturnType<typeof createPictures>>
