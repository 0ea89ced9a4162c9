import sharp from 'sharp'
import { withJpegSegment, withPngChunk } from './containers.js'
import { type HostileFile, named, refused } from './hostile-file.js'

const script = '<script>alert(document.domain)</script>'
const zipEnd = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')

/** Pictures that are valid files of another type as well. */
export function polyglots(files: ReadonlyMap<string, Buffer>): HostileFile[] {
  const file = (name: string) => files.get(name) ?? Buffer.alloc(0)
  const [jpeg, png, gif, webp] = [file('JPEG'), file('PNG'), file('GIF'), file('WebP')]
  return named({
    'JPEG and ZIP': Buffer.concat([jpeg, zipEnd]),
    'GIF and JAR': Buffer.concat([gif, zipEnd]),
    'PNG and HTML': withPngChunk(png, 'tEXt', Buffer.from(`Comment\0${script}`, 'latin1')),
    'JPEG and PHP': withJpegSegment(jpeg, 0xfe, Buffer.from('<?php system($_GET[0]); ?>')),
    'JPEG and HTML at its end': Buffer.concat([jpeg, Buffer.from(script)]),
    'WebP and HTML at its end': Buffer.concat([webp, Buffer.from(script)]),
    'JPEG and JPEG': Buffer.concat([jpeg, jpeg]),
    'PNG and JPEG': Buffer.concat([png, jpeg]),
    'JPEG and PDF': withJpegSegment(jpeg, 0xfe, Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj')),
    'GIF and JavaScript': Buffer.concat([
      Buffer.from('GIF89a/*'),
      gif.subarray(8),
      Buffer.from('*/=1;alert(1)'),
    ]),
  })
}

/** Files that are not pictures of an accepted type, although some begin like one. */
export async function otherTypes(files: ReadonlyMap<string, Buffer>): Promise<HostileFile[]> {
  const file = (name: string) => files.get(name) ?? Buffer.alloc(0)
  const avif = file('AVIF').toString('latin1')
  const text = (content: string) => Buffer.from(content, 'latin1')
  const small = sharp({ create: { width: 9, height: 9, channels: 3, background: '#c00' } })
  return refused('UNSUPPORTED_IMAGE', {
    nothing: Buffer.alloc(0),
    'one byte': text('x'),
    'a text': text('This is not a picture, despite its name.\n'),
    'a megabyte of zeros': Buffer.alloc(1_000_000),
    HTML: text(`<!doctype html><img src=x>${script}`),
    SVG: text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'SVG that reads a file': text(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>',
    ),
    'XML of a billion laughs': text(
      '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>',
    ),
    'TIFF of JPEG': await small.clone().tiff({ compression: 'jpeg' }).toBuffer(),
    'TIFF of tiles': await small.clone().tiff({ compression: 'lzw', tile: true }).toBuffer(),
    BigTIFF: await small.clone().tiff({ compression: 'lzw', bigtiff: true }).toBuffer(),
    'HEIC of AV1': text(
      avif.replace('avif', 'heic').replace('av01', 'hvc1').replace('av1C', 'hvcC'),
    ),
    PDF: text('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n'),
    PostScript: text('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n'),
    'ImageMagick vector graphics': text('push graphic-context\nimage over 0,0 0,0 "|id"\n'),
    BMP: Buffer.concat([text('BM'), Buffer.alloc(60)]),
    ICO: Buffer.from('00000100010010100000010020006804000016000000', 'hex'),
    PPM: text('P6 1 1 255\n\0\0\0'),
    'JPEG XL': Buffer.from('ff0afa1f0100', 'hex'),
    'JPEG 2000': Buffer.from('0000000c6a5020200d0a870a', 'hex'),
    'Radiance HDR': text('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\0\0\0\0'),
    OpenEXR: Buffer.from('762f310102000000', 'hex'),
    Photoshop: Buffer.concat([text('8BPS\0\x01'), Buffer.alloc(40)]),
    'libvips’ own': Buffer.concat([Buffer.from('08f2a6b6', 'hex'), Buffer.alloc(60)]),
    ZIP: zipEnd,
    ELF: Buffer.concat([text('\x7fELF'), Buffer.alloc(60)]),
    MP4: Buffer.concat([Buffer.from('00000018', 'hex'), text('ftypisom\0\0\x02\0isomiso2')]),
    'the first bytes of a JPEG': Buffer.from('ffd8ffe000104a46494600', 'hex'),
    'the first bytes of a PNG': Buffer.from('89504e470d0a1a0a', 'hex'),
    'the first bytes of a WebP': text('RIFF\x24\0\0\0WEBPVP8 '),
    'the first bytes of a GIF': text('GIF89a'),
    'a PNG in a text': Buffer.concat([text('x'), file('PNG')]),
  })
}
