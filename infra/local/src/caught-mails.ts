import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMailCatcher } from './mail-catcher.js'

export type CaughtMails = {
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
