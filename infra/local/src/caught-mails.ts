import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMailCatcher } from './mail-catcher.js'

export type CaughtMails = {
  /** For the services: where mails go. */
  smtpUrl: string
  /** Where they can be read; null where the environment names a mail server. */
  folder: string | null
  close(): Promise<void>
}

/**
 * Takes the mails of the services: each becomes a file in `<folder>/mails` and a line of the log. Starts
 * nothing where `SMTP_URL` is set: then mails are really sent.
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
    // It holds a token: owner only.
    writeFileSync(join(mails, name), raw, { mode: 0o600 })
    log(`mail to ${to}: ${subject} (${join(mails, name)})`)
  })
  return { smtpUrl: catcher.url, folder: mails, close: catcher.close }
}
