export type Content = { subject: string; text: string }

type Facts = {
  /** Base of every address. */
  publicUrl: string
  token: string
  until: Date
}

type Person = { name: string }

const moment = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A page of the console. Browsers send the fragment to no server, so no log has the token. */
const linkTo = (page: string, { publicUrl, token }: Facts): string =>
  `  ${publicUrl}/console/${page}#${token}`

const paragraphs = (...texts: (string | null)[]) =>
  `${texts.filter((text) => text !== null).join('\n\n')}\n`

export const verification = (facts: Facts & Person): Content => ({
  subject: 'Verify your e-mail address',
  text: paragraphs(
    `Hello ${facts.name},`,
    `you have registered at ${facts.publicUrl} with this e-mail address. Please open this link, to show that the address is yours:`,
    linkTo('verify-email', facts),
    `It is valid until ${moment(facts.until)}. It asks for the password of your account, unless you are signed in. If the address was used before by an account that never verified it, you can log in with it once you have verified it.`,
    'If you have not registered, ignore this mail: the link does nothing without the password of the account.',
  ),
})

type Account = Person & { createdAt: Date; isVerified: boolean }

export const passwordReset = (facts: Facts & Account): Content => ({
  subject: 'Reset your password',
  text: paragraphs(
    `Hello ${facts.name},`,
    `someone has asked to reset the password of your account at ${facts.publicUrl}. To choose a new one, open this link:`,
    linkTo('reset-password', facts),
    `It works once, until ${moment(facts.until)}. All sessions of the account end with it.`,
    facts.isVerified
      ? null
      : `Nobody has verified that this address belongs to the account. It was created on ${moment(facts.createdAt)}. If you did not create it, do not reset its password. Register an account of your own instead, and verify it: then the address is yours.`,
    'If you did not ask for this, you need not do anything: your password stays as it is.',
  ),
})

type InvitationFacts = { organization: string; inviter: string; role: string }

export const invitation = (facts: Facts & InvitationFacts): Content => ({
  subject: `Join ${facts.organization} on Vitrine`,
  text: paragraphs(
    'Hello,',
    `${facts.inviter} invites you to ${facts.organization} at ${facts.publicUrl}, with the role ${facts.role}. To accept, open this link:`,
    linkTo('invitation', facts),
    `It works once, until ${moment(facts.until)}. You can join with an account that you have, or make one.`,
  ),
})
