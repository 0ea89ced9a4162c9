import t from '@vitrine/testing/t'
import { cleanFilename, unescapeName } from '../../src/resources/assets/upload/filename.js'

t.test('folders and control characters are removed from a file name', async (t) => {
  const table: [sent: string, kept: string][] = [
    ['dune.jpg', 'dune.jpg'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a/b\\c.jpg', 'c.jpg'],
    ['...', '...'],
    ['.htaccess', '.htaccess'],
    ['a\u0000\u001f\u007f\u0080\u009fb', 'ab'],
    ['a\r\nSet-Cookie: x', 'aSet-Cookie: x'],
    ['"quoted"; filename*=x', '"quoted"; filename*=x'],
    ['Fußgänger 日本 🖼️.jpg', 'Fußgänger 日本 🖼️.jpg'],
  ]
  for (const [sent, kept] of table) t.equal(cleanFilename(sent), kept, JSON.stringify(sent))
})

t.test('an empty name becomes image', async (t) => {
  for (const sent of ['', ' ', '.', '..', '/', 'a/', '\\', '\u0000', ' \u0007 ', '../..']) {
    t.equal(cleanFilename(sent), 'image', JSON.stringify(sent))
  }
})

t.test('a name is cut to 255 characters without splitting one', async (t) => {
  t.equal(cleanFilename('x'.repeat(256)), 'x'.repeat(255))
  t.equal(cleanFilename('🖼'.repeat(256)), '🖼'.repeat(255))
  t.equal(cleanFilename('a\ud83d.jpg'), 'a\ufffd.jpg')
})

t.test('a long name is cut before its extension', async (t) => {
  const table: [sent: string, kept: string][] = [
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(250)}.jpeg`],
    [`${'🖼'.repeat(300)}.jpg`, `${'🖼'.repeat(251)}.jpg`],
    [`${'x'.repeat(250)} ${'x'.repeat(50)}.jpg`, `${'x'.repeat(250)}.jpg`],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(253)}`],
    [`.${'x'.repeat(300)}`, `.${'x'.repeat(254)}`],
    [`${'x'.repeat(251)}.jpg`, `${'x'.repeat(251)}.jpg`],
  ]
  for (const [sent, kept] of table) {
    t.equal(cleanFilename(sent), kept, sent.slice(0, 4))
    t.ok([...cleanFilename(sent)].length <= 255)
  }
})

t.test('characters that browsers escape in names are restored', async (t) => {
  t.equal(unescapeName('quote%22.jpg'), 'quote".jpg')
  t.equal(cleanFilename(unescapeName('two%0D%0Alines.jpg')), 'twolines.jpg')
  t.equal(unescapeName('100%25 %41.jpg'), '100%25 %41.jpg', 'other sequences stay as they are')
})
