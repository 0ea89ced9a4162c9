import type { ScopedDatabase } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { Config } from '../config.js'
import type { JobHandler } from '../queue/job.js'
import type { Keyring } from '../secrets/keyring.js'
import { createComposer } from './compose.js'
import { sendMail } from './send-mail.js'
import { createMailTokens } from './tokens.js'
import { createMailTransport } from './transport.js'

/** The mail job and its transport; null without `SMTP_URL`. The connection is closed with the app. */
export function startMail(
  app: App,
  config: Config,
  database: ScopedDatabase,
  keyring: Keyring,
): JobHandler | null {
  const { SMTP_URL: url, PUBLIC_URL: publicUrl } = config
  if (url === undefined) return null
  const host = new URL(publicUrl).hostname
  const from = config.MAIL_FROM ?? `Vitrine <no-reply@${host}>`
  const transport = createMailTransport({ url, from, host })
  app.addHook('onClose', async () => transport.close())
  const compose = createComposer({
    database: database.forAccounts(),
    tokens: createMailTokens(keyring),
    publicUrl,
  })
  return sendMail.handler({ compose, transport, log: app.log })
}
