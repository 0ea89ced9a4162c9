export type Content = { subject: string; text: string }

type Facts = {
  /** Base of every address. */
  publicUrl: string
  token: string
  until: Date
}

type Person = { name: string }

const moment = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const paragraphs = (...texts: (string | null)[]) =>
  `${texts.filter((text) => text !== null).join('\n\n')}\n`

export const verification = ({ publicUrl, token, until, name }: Facts & Person): Content => ({
  subject: 'Verify your e-mail address',
  text: paragraphs(
    `Hello ${name},`,
    `you have registered at ${publicUrl} with this e-mail address. Please show that it is yours: send the token below, and the password of your account, to`,
    `  POST ${publicUrl}/api/auth/email/verify\n  {"token": "${token}", "password": "…"}`,
    `The token is valid until ${moment(until)}. If the address was used before by an account that never verified it, you can log in with it once you have verified it.`,
    'If you have not registered, you need not do anything: without your password nobody gets further.',
  ),
})

type Account = Person & { createdAt: Date; isVerified: boolean }

export const passwordReset = (facts: Facts & Account): Content => ({
  subject: 'Reset your password',
  text: paragraphs(
    `Hello ${facts.name},`,
    `someone has asked to reset the password of your account at ${facts.publicUrl}. To choose a new one, send`,
    `  POST ${facts.publicUrl}/api/auth/password/reset\n  {"token": "${facts.token}", "password": "…"}`,
    `The token is valid once, until ${moment(facts.until)}. All sessions of the account end with it.`,
    facts.isVerified
      ? null
      : `Nobody has verified that this address belongs to the account. It was created on ${moment(facts.createdAt)}. If you did not create it, do not reset its password. Register an account of your own instead, and verify it: then the address is yours.`,
    'If you did not ask for this, you need not do anything: your password stays as it is.',
  ),
})

type Offer = { organization: string; inviter: string; role: string }

export const invitation = (facts: Facts & Offer): Content => ({
  subject: `Join ${facts.organization} on Vitrine`,
  text: paragraphs(
    'Hello,',
    `${facts.inviter} invites you to ${facts.organization} at ${facts.publicUrl}, with the role ${facts.role}. To accept, send`,
    `  POST ${facts.publicUrl}/api/auth/invitations/accept\n  {"token": "${facts.token}", "name": "…", "password": "…"}`,
    'If you have an account already, send its password and no name.',
    `The token is valid once, until ${moment(facts.until)}.`,
  ),
})
