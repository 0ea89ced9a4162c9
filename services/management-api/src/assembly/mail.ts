import type { Cache } from '@vitrine/cache'
import type { Config } from '../config.js'
import { createWindowCounter } from '../limits/window-counter.js'
import { createMailLimits, mailWindowSeconds } from '../mail/limits.js'
import { createMailOutbox } from '../mail/outbox.js'
import type { JobRunner } from '../queue/runner.js'

type Deps = { config: Config; cache: Cache; jobs: Pick<JobRunner, 'wakeMail'> }

/** Sending mails, and the limits on mails that strangers may cause. */
export function assembleMail({ config, cache, jobs }: Deps) {
  const limits = createMailLimits({
    counter: createWindowCounter({ shared: cache.increment, windowSeconds: mailWindowSeconds }),
    perAddress: config.MAIL_CALLS_PER_ADDRESS,
    perMailbox: config.MAILS_PER_MAILBOX,
  })
  const outbox = createMailOutbox({
    isOpen: config.SMTP_URL !== undefined,
    limits,
    wake: jobs.wakeMail,
  })
  return { limits, outbox }
}
