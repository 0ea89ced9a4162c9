import { userText } from './user-text.js'

// A subject has no text of a user, and a body has it as `userText` alone.

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
    `Hello ${userText(facts.name)},`,
    `you have registered at ${facts.publicUrl} with this e-mail address. Please open this link, to show that the address is yours:`,
    linkTo('verify-email', facts),
    `It is valid until ${moment(facts.until)}. It asks for the password of your account, unless you are signed in.`,
    'If you have not registered, ignore this mail: the link does nothing without the password of the account. To take the account over, ask for a new password on the page where people sign in.',
  ),
})

type Account = Person & { createdAt: Date; isVerified: boolean }

export const passwordReset = (facts: Facts & Account): Content => ({
  subject: 'Reset your password',
  text: paragraphs(
    `Hello ${userText(facts.name)},`,
    `someone has asked to reset the password of your account at ${facts.publicUrl}. To choose a new one, open this link:`,
    linkTo('reset-password', facts),
    `It works once, until ${moment(facts.until)}. All sessions of the account end with it.`,
    facts.isVerified
      ? null
      : `Nobody has verified that this address belongs to the account. It was created on ${moment(facts.createdAt)}. If you did not create it, someone else did with your address. Once you have chosen a password the account is yours: what the other person had signed in with, and the access tokens and invitations that they had made, no longer work. Its organizations may still have members whom that person has chosen: create one of your own for your work.`,
    'If you did not ask for this, you need not do anything: your password stays as it is.',
  ),
})

type InvitationFacts = { organization: string; inviter: string; role: string }

export const invitation = (facts: Facts & InvitationFacts): Content => ({
  subject: 'An invitation to Vitrine',
  text: paragraphs(
    'Hello,',
    `${userText(facts.inviter)} invites you to ${userText(facts.organization)} at ${facts.publicUrl}, with the role ${facts.role}. To accept, open this link:`,
    linkTo('invitation', facts),
    `It works once, until ${moment(facts.until)}. You can join with an account that you have, or make one.`,
  ),
})

type TokenFacts = Person & {
  publicUrl: string
  organization: string
  token: { name: string; role: string; createdAt: Date; expiresAt: Date }
}

export const tokenNotice = ({ publicUrl, name, organization, token }: TokenFacts): Content => ({
  subject: 'A personal access token was created',
  text: paragraphs(
    `Hello ${userText(name)},`,
    `a personal access token was created with the password of your account at ${publicUrl} on ${moment(token.createdAt)}. Its name is ${userText(token.name)}. Until ${moment(token.expiresAt)} it can act for you in ${userText(organization)}, with the role ${token.role} at most.`,
    'If you did not create it, revoke it and change your password:',
    `  ${publicUrl}/console/account`,
  ),
})
