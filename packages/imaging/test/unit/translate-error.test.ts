import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import { translateError } from '../../src/decode/translate-error.js'

t.test('messages of libvips become error codes', async (t) => {
  const cases = [
    ['Input image exceeds pixel limit', 'IMAGE_TOO_LARGE'],
    ['Input file contains unsupported image format', 'UNSUPPORTED_IMAGE'],
    ['VipsJpeg: premature end of JPEG image', 'UNSUPPORTED_IMAGE'],
    ['vips_tracked: out of memory -- size == 381MB', 'IMAGE_TOO_LARGE'],
    ['webpsave: failed to allocate 44744704 bytes', 'IMAGE_TOO_LARGE'],
    ['VipsJpeg: Insufficient memory (case 4)', 'IMAGE_TOO_LARGE'],
    ['heif: Invalid input: Unspecified: Memory allocation error (2.0)', 'IMAGE_TOO_LARGE'],
  ] as const
  for (const [message, code] of cases) {
    const cause = new Error(message)
    t.match(translateError(cause), { code, cause }, message)
  }
})

t.test('public messages do not contain those of libvips', async (t) => {
  const translated = translateError(new Error('pngload: /var/spool/x: libspng read error'))
  t.ok(translated instanceof AppError && !translated.message.includes('/var'))
})

t.test('errors that the image did not cause are unchanged', async (t) => {
  const errors = [
    new Error('Input file is missing: /x'),
    Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }),
    new AppError('IMAGE_TOO_LARGE', 'told already'),
    'no error at all',
  ]
  for (const error of errors) t.equal(translateError(error), error, String(error))
})
