import { setTimeout as after } from 'node:timers/promises'
import { AppError } from '@vitrine/contracts/errors'
import { createTransport } from 'nodemailer'

type MailMessage = {
  /** The same for every attempt, so that a receiver can detect duplicates. */
  id: string
  to: string
  subject: string
  text: string
}

type Options = {
  /** smtp://user:password@host:port, or smtps:// */
  url: string
  /** The sender, as in `Vitrine <no-reply@example.com>`. */
  from: string
  /** The host name in the message ids. */
  host: string
  /** How long one mail may take, ms; default 30,000. A server that sends a byte now and then exceeds no other limit. */
  limitMs?: number
}

/** How long the mail server may take for one step, ms. A service that stops waits for it. */
const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 }

/** The fields of nodemailer's errors that are logged. Their messages may contain an address or a password. */
type SmtpFailure = { code?: string; command?: string; responseCode?: number }

export function createMailTransport({ url, from, host, limitMs = 30_000 }: Options) {
  /** Of the last mail; null if the server has answered it. */
  let failure: string | null = null
  const transport = createTransport({ url, ...timeouts }, { from })

  const withinLimit = async (sending: Promise<unknown>): Promise<void> => {
    const sent = new AbortController()
    const tooLate = after(limitMs, undefined, { signal: sent.signal }).then(
      () => Promise.reject(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })),
      () => undefined,
    )
    await Promise.race([sending, tooLate]).finally(() => sent.abort())
  }

  return {
    /**
     * @returns false if the server permanently rejects mails to this address.
     * @throws if another attempt may succeed. The error contains neither address nor credentials.
     */
    send: async ({ id, ...message }: MailMessage): Promise<boolean> => {
      try {
        await withinLimit(transport.sendMail({ ...message, messageId: `<${id}@${host}>` }))
        failure = null
        return true
      } catch (error) {
        const { code, command, responseCode = 0 } = error as SmtpFailure
        failure = null
        if (command === 'RCPT TO' && responseCode >= 500) return false
        const answer = responseCode === 0 ? (code ?? 'no answer') : `answer ${responseCode}`
        failure = `the mail server took no mail: ${answer}, ${command ?? 'no command'}`
        throw new Error(failure)
      }
    },
    /** @returns true. @throws AppError NOT_READY if the server has not taken the last mail. It opens no connection. */
    check: (): boolean => {
      if (failure === null) return true
      throw new AppError('NOT_READY', failure)
    },
    close: (): void => transport.close(),
  }
}

export type MailTransport = ReturnType<typeof createMailTransport>
