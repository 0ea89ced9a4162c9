import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t, { type Test } from '@vitrine/testing/t'
import { catchMails, startMailCatcher } from '../../src/mail-catcher.js'

const mail = [
  'From: Vitrine <no-reply@example.test>',
  'To: ada@example.test',
  'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <1@example.test>',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'the token=3D is here',
  '.',
].join('\r\n')

/** Sends the mail and returns the reply codes. */
async function send(url: string): Promise<string[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const commands = [
    'EHLO test',
    'MAIL FROM:<a@b.test>',
    'RCPT TO:<ada@example.test>',
    'DATA',
    mail,
    'QUIT',
  ]
  const codes: string[] = []
  for await (const line of createInterface(socket)) {
    if (line[3] === '-') continue
    codes.push(line.slice(0, 3))
    const command = commands.shift()
    if (command !== undefined) socket.write(`${command}\r\n`)
  }
  return codes
}

function makeFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

t.test('a mail becomes a file readable only by its owner, and a log line', async (t) => {
  const folder = makeFolder(t)
  const lines: string[] = []
  const mails = await catchMails({ folder, port: 0, log: (line) => lines.push(line) }, '')
  t.teardown(() => mails.close())
  t.same(await send(mails.smtpUrl), ['220', '250', '250', '250', '354', '250', '221'])
  t.match(lines, [/^mail to ada@example\.test: Grüße \(.+\.eml\)$/])
  const [name = ''] = readdirSync(join(folder, 'mails'))
  const file = join(folder, 'mails', name)
  t.match(readFileSync(file, 'utf8'), /^From: Vitrine/m)
  t.equal(statSync(file).mode & 0o777, 0o600)
})

t.test('the text is decoded; a failing receiver gets a temporary error', async (t) => {
  let isFull = true
  const texts: string[] = []
  const catcher = await startMailCatcher(0, ({ text, id }) => {
    if (isFull) throw new Error('no room')
    texts.push(text.trim(), id)
  })
  t.teardown(() => catcher.close())
  t.equal((await send(catcher.url)).at(-2), '451')
  isFull = false
  t.equal((await send(catcher.url)).at(-2), '250')
  t.same(texts, ['the token= is here', '<1@example.test>'])
})

t.test('no mail is caught if the environment names a mail server', async (t) => {
  const folder = makeFolder(t)
  const given = 'smtp://mail.example.test'
  const mails = await catchMails({ folder, port: 0, log: () => undefined }, given)
  t.match(mails, { smtpUrl: given, folder: null })
  t.same(readdirSync(folder), [])
})
