import type { Queryable } from '@vitrine/database'
import { sha256 } from '../secrets/sha256.js'
import { type Content, invitation, passwordReset, tokenNotice, verification } from './messages.js'
import { mailRepository } from './repository.js'
import type { MailTokens } from './tokens.js'

/** A mail that is due. `until`: when its token expires, or it is too late for it (ISO 8601). */
export type DueMail = { id: string; until: string } & (
  | { about: 'verify'; userId: string }
  | { about: 'reset'; email: string }
  | { about: 'invitation'; organizationId: string; invitationId: string }
  | { about: 'token'; userId: string; organizationId: string; token: NewToken }
)

/** A personal access token as it was created, with times in ISO 8601. */
type NewToken = { name: string; role: string; createdAt: string; expiresAt: string }

type Composed = { to: string } & Content

type Deps = { database: Queryable; tokens: MailTokens; publicUrl: string }

/** Writes mails, and stores the hashes of their tokens. */
export function createComposer({ database, tokens, publicUrl }: Deps) {
  const mails = mailRepository(database)

  type Of<About> = Extract<DueMail, { about: About }>
  const factsOf = ({ id, about, until }: Exclude<DueMail, { about: 'token' }>) => {
    const token = tokens.tokenOf(about, id)
    return { publicUrl, token, until: new Date(until), tokenHash: sha256(token) }
  }

  const verify = async (due: Of<'verify'>): Promise<Composed | null> => {
    const user = await mails.findUser(due.userId)
    if (user === null || user.emailVerifiedAt !== null) return null
    const { tokenHash, ...facts } = factsOf(due)
    const { id, userId } = due
    await mails.storeToken({ id, userId, purpose: 'VERIFY', tokenHash, expiresAt: facts.until })
    return { to: user.email, ...verification({ ...facts, name: user.name }) }
  }

  /** null for an address without an account, which the scheduling call did not check. */
  const reset = async (due: Of<'reset'>): Promise<Composed | null> => {
    const user = await mails.findUserByEmail(due.email)
    if (user === null) return null
    const { tokenHash, ...facts } = factsOf(due)
    const row = { id: due.id, userId: user.id, tokenHash, expiresAt: facts.until }
    await mails.storeToken({ ...row, purpose: 'RESET' })
    const { name, createdAt, emailVerifiedAt } = user
    const isVerified = emailVerifiedAt !== null
    return { to: user.email, ...passwordReset({ ...facts, name, createdAt, isVerified }) }
  }

  const invite = async (due: Of<'invitation'>): Promise<Composed | null> => {
    const invited = await mails.findInvitation(due.organizationId, due.invitationId)
    if (invited === null || invited.invitedBy === null) return null
    const { tokenHash, ...facts } = factsOf(due)
    await mails.storeInvitationToken(due.invitationId, tokenHash)
    const { email, role, organization, invitedBy } = invited
    const names = { organization: organization.name, inviter: invitedBy.name, role }
    return { to: email, ...invitation({ ...facts, ...names }) }
  }

  const notify = async (due: Of<'token'>): Promise<Composed | null> => {
    const user = await mails.findUser(due.userId)
    const organization = await mails.findOrganization(due.organizationId)
    if (user === null || organization === null) return null
    const { createdAt, expiresAt, ...named } = due.token
    const token = { ...named, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) }
    const facts = { publicUrl, name: user.name, organization: organization.name, token }
    return { to: user.email, ...tokenNotice(facts) }
  }

  /** @returns null for a mail that is no longer needed. */
  return async (due: DueMail): Promise<Composed | null> => {
    if (new Date(due.until) <= new Date()) return null
    switch (due.about) {
      case 'verify':
        return verify(due)
      case 'reset':
        return reset(due)
      case 'invitation':
        return invite(due)
      case 'token':
        return notify(due)
    }
  }
}

export type Composer = ReturnType<typeof createComposer>
