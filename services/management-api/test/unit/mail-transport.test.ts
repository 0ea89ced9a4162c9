import { createServer, type Socket } from 'node:net'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createMailTransport } from '../../src/mail/transport.js'

/** A mail server that does this with each connection. @returns its URL. */
const startServer = async (t: Test, serve: (socket: Socket) => void): Promise<string> =>
  `smtp://127.0.0.1:${await listening(t, createServer(serve))}`

const mail = { id: 'id', to: 'somebody@example.com', subject: 'Subject', text: 'Text' }
const sender = { from: 'no-reply@example.com', host: 'example.com' }

t.test('a mail server that never finishes its answer is given up', async (t) => {
  const url = await startServer(t, (socket) => {
    const drip = setInterval(() => socket.write('250-more\r\n'), 10)
    socket.on('close', () => clearInterval(drip))
    socket.write('220 hello\r\n')
  })
  const transport = createMailTransport({ url, ...sender, limitMs: 200 })
  t.equal(transport.check(), true)
  await t.rejects(transport.send(mail), { message: /took no mail: ETIMEDOUT/ })
  t.throws(transport.check, { code: 'NOT_READY', message: /took no mail: ETIMEDOUT/ })
})

t.test('a mail server whose answer is endless is given up', async (t) => {
  const piece = '220-'.padEnd(64 * 1024, 'x')
  const url = await startServer(t, (socket) => {
    const fill = (): void => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', fill)
    fill()
  })
  const transport = createMailTransport({ url, ...sender })
  await t.rejects(transport.send(mail), { message: /took no mail: EPROTOCOL/ })
})

t.test('a refused recipient is no reason to try again', async (t) => {
  const url = await startServer(t, (socket) => {
    socket.write('220 hello\r\n')
    socket.on('data', (data) => {
      socket.write(`${data}`.startsWith('RCPT') ? '550 no such mailbox\r\n' : '250 fine\r\n')
    })
  })
  const transport = createMailTransport({ url, ...sender })
  t.equal(await transport.send(mail), false)
  t.equal(transport.check(), true)
})
