import type { Queryable } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { FastifyBaseLogger } from 'fastify'
import type { JobHandler } from '../queue/job.js'
import { jobRepository } from '../queue/repository.js'
import type { Keyring } from '../secrets/keyring.js'
import { type Composer, createComposer, type DueMail } from './compose.js'
import { createMailTokens } from './tokens.js'
import { createMailTransport, type MailTransport } from './transport.js'

type Deps = {
  compose: Composer
  transport: Pick<MailTransport, 'send'>
  log: FastifyBaseLogger
}

/**
 * Sends one mail. It is retried until the server accepts it or its token expires. If the server's answer is
 * lost, the mail is sent twice, with the same id and token.
 */
export const sendMail = {
  kind: 'send-mail',

  /** Call it in the transaction of the change that causes the mail. */
  schedule: async (db: Queryable, due: DueMail): Promise<void> => {
    await jobRepository(db).create({ kind: sendMail.kind, payload: due })
  },

  handler:
    ({ compose, transport, log }: Deps): JobHandler =>
    async (payload) => {
      const due = payload as DueMail
      const mail = await compose(due)
      if (mail === null) return []
      const isTaken = await transport.send({ id: due.id, ...mail })
      if (!isTaken) log.warn({ mail: due.id, about: due.about }, 'no such mailbox: mail given up')
      return []
    },
}

type MailOptions = {
  smtpUrl: string | undefined
  /** The sender; no-reply at the host of `publicUrl` by default. */
  from: string | undefined
  publicUrl: string
  /** With the role for accounts. */
  database: Queryable
  keyring: Keyring
}

export type Mail = Pick<MailTransport, 'check'> & { handler: JobHandler }

/** The mail job and its transport; null without `smtpUrl`. The connection is closed with the app. */
export function startMail(
  app: App,
  { smtpUrl, from, publicUrl, database, keyring }: MailOptions,
): Mail | null {
  if (smtpUrl === undefined) return null
  const host = new URL(publicUrl).hostname
  const sender = from ?? `Vitrine <no-reply@${host}>`
  const transport = createMailTransport({ url: smtpUrl, from: sender, host })
  app.addHook('onClose', async () => transport.close())
  const compose = createComposer({ database, tokens: createMailTokens(keyring), publicUrl })
  return { handler: sendMail.handler({ compose, transport, log: app.log }), check: transport.check }
}
