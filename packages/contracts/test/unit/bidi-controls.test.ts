import t from '@vitrine/testing/t'
import { withoutBidiControls } from '../../src/bidi-controls.js'

t.test('a name is shown without characters that change the direction of text', async (t) => {
  const table: [name: string, shown: string][] = [
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['\u2066a\u2069\u202ab\u202cc.jpg', 'abc.jpg'],
    ['תמונה\u200f.jpg', 'תמונה\u200f.jpg'],
    ['Fußgänger 日本 👨\u200d👩.jpg', 'Fußgänger 日本 👨\u200d👩.jpg'],
  ]
  for (const [name, shown] of table) t.equal(withoutBidiControls(name), shown, JSON.stringify(name))
})
