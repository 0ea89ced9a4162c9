import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type CaughtMail = {
  id: string
  to: string
  subject: string
  text: string
  /** The unmodified source of the mail. */
  raw: Buffer
}

type MailCatcher = {
  /** For `SMTP_URL`. */
  url: string
  close(): Promise<void>
}

/**
 * An SMTP server on 127.0.0.1 that accepts every mail and sends none. A mail is accepted once
 * `onMail` has returned; if it throws, the sender gets a temporary error.
 *
 * @param port 0 picks a free port.
 */
export async function startMailCatcher(
  port: number,
  onMail: (mail: CaughtMail) => void,
): Promise<MailCatcher> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1000,
    onData: (stream, session, done) => {
      read(stream)
        .then((mail) => {
          onMail({ ...mail, to: session.envelope.rcptTo.map(({ address }) => address).join(', ') })
          done()
        })
        .catch((error: Error) => done(Object.assign(error, { responseCode: 451 })))
    },
  })
  const listener = server.listen(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    listener.once('listening', resolve)
  })
  const { port: bound } = listener.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function read(stream: NodeJS.ReadableStream) {
  const raw = await buffer(stream)
  const { messageId = '', subject = '', text = '' } = await PostalMime.parse(raw)
  return { id: messageId, subject, text, raw }
}
