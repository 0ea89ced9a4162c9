import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
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

type CaughtMails = {
  smtpUrl: string
  /** Folder of the caught mails; null if the environment names a mail server. */
  folder: string | null
  close(): Promise<void>
}

/**
 * Catches the services' mails: each becomes a file in `<folder>/mails` and a log line. If
 * `SMTP_URL` is set, nothing is started and mails are sent for real.
 */
export async function catchMails(
  { folder, port, log }: { folder: string; port: number; log: (line: string) => void },
  given = process.env.SMTP_URL ?? '',
): Promise<CaughtMails> {
  if (given !== '') return { smtpUrl: given, folder: null, close: async () => undefined }
  const mails = join(folder, 'mails')
  mkdirSync(mails, { recursive: true, mode: 0o700 })
  let count = 0
  const catcher = await startMailCatcher(port, ({ to, subject, raw }) => {
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${++count}.eml`
    // A mail may contain a token, so only the owner may read the file.
    writeFileSync(join(mails, name), raw, { mode: 0o600 })
    log(`mail to ${to}: ${subject} (${join(mails, name)})`)
  })
  return { smtpUrl: catcher.url, folder: mails, close: catcher.close }
}
