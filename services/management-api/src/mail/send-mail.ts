import type { Queryable } from '@vitrine/database'
import type { FastifyBaseLogger } from 'fastify'
import type { JobHandler } from '../queue/job.js'
import { jobRepository } from '../queue/repository.js'
import type { Composer, DueMail } from './compose.js'
import type { MailTransport } from './transport.js'

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
