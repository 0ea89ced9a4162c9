import t from '@vitrine/testing/t'
import { userText } from '../../src/mail/user-text.js'

t.test('a name in a mail has nothing that a mail program makes a link of', async (t) => {
  const table: [name: string, shown: string][] = [
    ['Ada Example', 'Ada Example'],
    ['Acme Inc.', 'Acme Inc.'],
    ['Nr. 7 & Söhne, St. Gallen', 'Nr. 7 & Söhne, St. Gallen'],
    ['go to https://evil.example/login', 'go to https colon slash slash evil dot example/login'],
    ['http://intranet/x', 'http colon slash slash intranet/x'],
    ['evil.example', 'evil dot example'],
    ['see WWW.evil', 'see WWW dot evil'],
    ['a1.b2', 'a1 dot b2'],
    ['bücher。例え', 'bücher dot 例え'],
    ['St. Gallen, evil.example', 'St dot Gallen, evil dot example'],
    ['pay\u2028now\u0085 here', 'pay now here'],
    ['A\u202ecme\u2069', 'Acme'],
  ]
  for (const [name, shown] of table) t.equal(userText(name), shown)
})

t.test('at most 80 characters of a name are in a mail', async (t) => {
  t.equal(userText('x'.repeat(80)), 'x'.repeat(80))
  t.equal(userText('🖼'.repeat(200)), `${'🖼'.repeat(79)}…`)
  t.notMatch(userText(`${'x'.repeat(70)}.${'y'.repeat(130)}`), /\S\.\S/)
})
