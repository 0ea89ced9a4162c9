import { scannedJpeg, withJpegSegment } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import { inspect } from '../../src/direct.js'
import { writePicture } from '../files.js'
import { noise } from '../pictures.js'
import { limits } from '../rendition.js'

const tooMany = { code: 'IMAGE_TOO_LARGE', message: /more than 100 scans/ }

t.test('a JPEG with more scans than any encoder writes is rejected before decoding', async (t) => {
  // The first scan contains the averages of the blocks.
  t.match(await inspect(writePicture(t, scannedJpeg(200, 99)), limits), { width: 200 })
  await t.rejects(inspect(writePicture(t, scannedJpeg(200, 100)), limits), tooMany)
})

t.test('scans of a preview in the metadata do not count', async (t) => {
  const preview = scannedJpeg(80, 200)
  const jpeg = await noise(120, 80).jpeg({ progressive: true }).toBuffer()
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), preview])
  t.match(await inspect(writePicture(t, withJpegSegment(jpeg, 0xe1, exif)), limits), { width: 120 })
})

t.test('fill bytes between markers hide no scan', async (t) => {
  const jpeg = scannedJpeg(200, 200)
  const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const filled = [
    Buffer.from([0xff, 0xff]),
    Buffer.from([0xff, 0x00, 0x00]),
    Buffer.from([0xff, 0xd3]),
  ]
  for (const filling of filled) {
    const bytes = Buffer.concat([jpeg.subarray(0, scan), filling, jpeg.subarray(scan)])
    await t.rejects(inspect(writePicture(t, bytes), limits), tooMany)
  }
})
