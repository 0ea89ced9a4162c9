import { type Input, readAt } from './file-bytes.js'

type Refused = { matches: (start: Buffer, text: string) => boolean; sentence: string }

const startBytes = 4096

const bytes =
  (...wanted: [at: number, hex: string][]) =>
  (start: Buffer): boolean =>
    wanted.every(([at, hex]) => start.toString('hex', at, at + hex.length / 2) === hex)
const latin = (text: string): string => Buffer.from(text, 'latin1').toString('hex')
const brand =
  (...names: string[]) =>
  (start: Buffer, text: string) =>
    text.slice(4, 8) === 'ftyp' && names.includes(start.toString('latin1', 8, 12).trim())

const video = 'The file is a video. Upload a picture of it, such as a JPEG.'
const raw = 'The file is a raw photo of a camera, which must be developed first. Save it as JPEG.'

/** Common types that are not accepted. The first one that matches gives the sentence. */
const refused: Refused[] = [
  {
    matches: (_, text) =>
      /^\s*(<\?xml|<!--|<!doctype\s+svg|<svg)/i.test(text) && /<svg[\s>]/i.test(text),
    sentence:
      'The file is an SVG, which may contain scripts and refer to other files, so it is not accepted. Export it as PNG or WebP.',
  },
  {
    matches: bytes([0, '1f8b08']),
    sentence:
      'The file is compressed with gzip, as an SVGZ is. Export the picture as PNG or WebP, without gzip.',
  },
  {
    matches: (_, text) => text.includes('%PDF-'),
    sentence: 'The file is a PDF document. Export its page as PNG or JPEG.',
  },
  {
    matches: bytes([0, latin('%!PS')]),
    sentence: 'The file is a PostScript document. Export it as PNG or JPEG.',
  },
  {
    matches: bytes([0, latin('8BPS')]),
    sentence: 'The file is a Photoshop document. Export it as PNG or JPEG.',
  },
  {
    matches: (start) => bytes([0, 'ff0a'])(start) || bytes([0, '0000000c4a584c20'])(start),
    sentence:
      'The file is a JPEG XL, for which there is no decoder here that is kept free of known flaws, so it is not accepted. Save it as JPEG, PNG or WebP.',
  },
  {
    matches: (start) => bytes([0, '0000000c6a502020'])(start) || bytes([0, 'ff4fff51'])(start),
    sentence: 'The file is a JPEG 2000. Save it as JPEG or PNG.',
  },
  {
    matches: bytes([0, latin('BM')], [6, '00000000']),
    sentence: 'The file is a BMP. Save it as PNG.',
  },
  {
    matches: (start) => bytes([0, '00000100'])(start) || bytes([0, '00000200'])(start),
    sentence: 'The file is an icon (ICO). Save it as PNG.',
  },
  { matches: bytes([0, '762f3101']), sentence: 'The file is an OpenEXR. Save it as JPEG or PNG.' },
  {
    matches: bytes([0, latin('#?RADIANCE')]),
    sentence: 'The file is a Radiance HDR. Save it as JPEG or PNG.',
  },
  {
    matches: (start, text) =>
      brand('crx')(start, text) || bytes([0, latin('FUJIFILMCCD-RAW')])(start),
    sentence: raw,
  },
  {
    matches: brand('isom', 'iso2', 'mp41', 'mp42', 'avc1', 'qt', 'M4V', '3gp4', '3gp5', 'dash'),
    sentence: video,
  },
  {
    matches: (start) =>
      bytes([0, '1a45dfa3'])(start) || bytes([0, latin('RIFF')], [8, latin('AVI ')])(start),
    sentence: video,
  },
]

/** A sentence for the uploader of a file that is of another known type; undefined if it is not. */
export function refusalOf(input: Input): string | undefined {
  const start = readAt(input, 0, startBytes)
  const text = start.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')
  return refused.find(({ matches }) => matches(start, text))?.sentence
}
