import t from 'tap'
import { cleanFilename } from '../../src/resources/assets/filename.js'

t.test('a file name loses its folders and control characters, nothing else', async (t) => {
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

t.test('a name of which nothing is left is image', async (t) => {
  for (const sent of ['', ' ', '.', '..', '/', 'a/', '\\', '\u0000', ' \u0007 ', '../..']) {
    t.equal(cleanFilename(sent), 'image', JSON.stringify(sent))
  }
})

t.test('a name has 255 characters at most, and none of them is cut in half', async (t) => {
  t.equal(cleanFilename('x'.repeat(256)), 'x'.repeat(255))
  t.equal(cleanFilename('🖼'.repeat(256)), '🖼'.repeat(255))
  t.equal(cleanFilename('a\ud83d.jpg'), 'a\ufffd.jpg')
})
