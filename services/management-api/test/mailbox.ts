import type { App } from '@vitrine/http'
import { type CaughtMail, startMailCatcher } from '@vitrine/local/mail-catcher'
import { freshEmail, until } from '@vitrine/testing'
import type { Test } from 'tap'
import type { Config } from '../src/config.js'
import { build } from './build.js'
import { openDatabase } from './dependencies.js'
import { ownDatabase } from './own-database.js'

/** The token prefixes of verification, reset and invitation. */
type Kind = 'ver' | 'rst' | 'inv'

/** An app on its own database that sends mail to an SMTP server of the test. */
export async function buildWithMail(t: Test, overrides: Partial<Config> = {}) {
  const mails: CaughtMail[] = []
  /** Called for each mail. If it throws, the server rejects the mail temporarily. */
  const onMail = { check: (_: CaughtMail): void => undefined }
  const catcher = await startMailCatcher(0, (mail) => {
    onMail.check(mail)
    mails.push(mail)
  })
  t.teardown(() => catcher.close())
  const databaseUrl = await ownDatabase(t)
  const database = openDatabase(t, databaseUrl)
  const settings = { DATABASE_URL: databaseUrl, SMTP_URL: catcher.url, ...overrides }
  const app: App = await build(t, settings)

  /** The newest mail with a token of the given kind to an address, once there are that many. */
  const mailTo = async (address: string, kind: Kind, count = 1): Promise<CaughtMail> => {
    const of = () => mails.filter(({ to, text }) => to === address && text.includes(`#${kind}_`))
    await until(async () => of().length >= count)
    return of().at(-1) as CaughtMail
  }
  const tokenTo = async (address: string, kind: Kind, count = 1): Promise<string> => {
    const { text } = await mailTo(address, kind, count)
    return /#(\S+)/.exec(text)?.[1] ?? ''
  }
  /** Makes postponed jobs due now and wakes the mail lane. */
  const retryNow = async (): Promise<void> => {
    await database.job.updateMany({ data: { runAt: new Date() } })
    const email = freshEmail()
    await app.inject({ method: 'POST', url: '/api/auth/password/forgot', payload: { email } })
  }
  return { app, retryNow, mails, onMail, mailTo, tokenTo, database }
}
