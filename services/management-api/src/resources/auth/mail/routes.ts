import { AppError } from '@vitrine/contracts/errors'
import type { App } from '@vitrine/http'
import { sendsToken } from '../../../changes/rights/bearer.js'
import { clientOf } from '../client.js'
import { ForgottenPassword, MailAnswer, PasswordReset, Verification } from '../schemas.js'
import type { DeviceCookies } from '../throttling/device-cookies.js'
import type { EmailVerification } from './email-verification.js'
import type { PasswordResets } from './password-reset.js'

const tags = ['Accounts']

type Deps = {
  verification: EmailVerification
  resets: PasswordResets
  devices: DeviceCookies
  sendsMail: boolean
}

const noMail =
  'This installation sends no mail: no SMTP_URL is set. Ask the person who runs it, or an OWNER of your organization.'

/** @param message the answer if the installation sends mail. */
const mailAnswer = (sendsMail: boolean, message: string): MailAnswer => ({
  sendsMail,
  message: sendsMail ? message : noMail,
})

export function mailRoutes(scope: App, { verification, resets, devices, sendsMail }: Deps): void {
  scope.post(
    '/email/verify',
    {
      config: {
        hasOwnLimit: true,
        readsToken: true,
        openapi: {
          errors: ['TOKEN_MISSING', 'CREDENTIALS_INVALID', 'MAIL_TOKEN_INVALID', 'OVERLOADED'],
        },
      },
      schema: {
        summary: 'Verify the e-mail address of an account, or ask for another mail',
        description:
          'With the `token` of the mail, and either the access token of the account or its `password`: ' +
          '200. With an access token alone: 202, another mail is sent.',
        security: [{}, { accessToken: [] }],
        tags,
        body: Verification,
        response: { 200: MailAnswer, 202: MailAnswer },
      },
    },
    async (request, reply) => {
      const { token, password } = request.body
      const userId = sendsToken(request) ? request.user.sub : null
      const client = clientOf(request)
      if (token !== undefined) {
        await verification.verify({ token, password }, { client, userId })
        return mailAnswer(sendsMail, 'The address is verified.')
      }
      if (userId === null) throw tokenMissing()
      const isSent = await verification.request(userId, client)
      reply.code(202)
      return mailAnswer(
        sendsMail,
        isSent
          ? 'A mail is on its way.'
          : 'No mail was sent: the address is verified already, or you were sent several mails lately.',
      )
    },
  )
  scope.post(
    '/password/forgot',
    {
      config: { hasOwnLimit: true },
      schema: {
        operationId: 'forgotPassword',
        summary: 'Ask for a mail to reset the password',
        description: 'The answer is the same whether an account has the address or not.',
        tags,
        body: ForgottenPassword,
        response: { 202: MailAnswer },
      },
    },
    async (request, reply) => {
      await resets.request(request.body.email, clientOf(request))
      reply.code(202)
      return mailAnswer(
        sendsMail,
        'If an account has this address, a mail is on its way. Its token is valid for 30 minutes.',
      )
    },
  )
  scope.post(
    '/password/reset',
    {
      config: { hasOwnLimit: true, openapi: { errors: ['MAIL_TOKEN_INVALID', 'OVERLOADED'] } },
      schema: {
        operationId: 'resetPassword',
        summary:
          'Set a new password with the token of a mail; ends all sessions and personal access tokens',
        description:
          'Verifies the address. If it was not verified before, the open invitations that the account had sent are withdrawn.',
        tags,
        body: PasswordReset,
      },
    },
    async (request, reply) => {
      const userId = await resets.reset(request.body, clientOf(request))
      devices.set(reply, userId)
    },
  )
}

const tokenMissing = () =>
  new AppError(
    'TOKEN_MISSING',
    'Send the token of the mail, or your access token to get another mail.',
  )
