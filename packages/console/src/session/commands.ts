import { logIn, logOut, orThrow, type Schemas, VitrineError } from '@vitrine/sdk'
import { anonymousClient, signInClient, vitrine } from '../server/client.ts'
import { announceSignIn, announceSignOut } from '../server/tabs.ts'
import { session } from '../tab-session/credentials.ts'
import { forgetMe } from './me.ts'

type Started = Schemas['Session'] | Schemas['CookieSession']

async function begin(started: Started): Promise<Started> {
  await session.start(started)
  forgetMe()
  announceSignIn(started.user.id)
  return started
}

export const signIn = async (credentials: { email: string; password: string }): Promise<Started> =>
  begin(await logIn(signInClient, credentials))

/** With the code of the link that `npm start` prints. The call is in no document, so the client lacks it. */
export async function signInByCode(code: string): Promise<Started> {
  const response = await fetch('/api/auth/demo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, ...session.mode }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new VitrineError(response, answer)
  return begin(answer as Started)
}

export const register = async (body: Omit<Schemas['Registration'], 'session'>): Promise<Started> =>
  begin(
    await orThrow(signInClient.POST('/api/auth/register', { body: { ...body, ...session.mode } })),
  )

export const acceptInvitation = async (
  body: Omit<Schemas['Acceptance'], 'session'>,
): Promise<Started> =>
  begin(
    await orThrow(
      signInClient.POST('/api/auth/invitations/accept', { body: { ...body, ...session.mode } }),
    ),
  )

/** What the person who has the link is invited to. */
export const readInvitation = (token: string): Promise<Schemas['ShownInvitation']> =>
  orThrow(anonymousClient.POST('/api/auth/invitations/lookup', { body: { token } }))

/** Someone who is signed in joins with that account. */
export const joinBy = (token: string): Promise<unknown> =>
  orThrow(signInClient.POST('/api/auth/invitations/accept', { body: { token } }))

/** @returns whether this installation sends mail. */
export const forgotPassword = async (email: string): Promise<boolean> =>
  (await orThrow(signInClient.POST('/api/auth/password/forgot', { body: { email } }))).sendsMail

/** All sessions of the account end. */
export const resetPassword = (body: Schemas['PasswordReset']): Promise<unknown> =>
  orThrow(signInClient.POST('/api/auth/password/reset', { body }))

/** For the account that is signed in. */
export async function verifyOwnEmail(token: string): Promise<void> {
  await orThrow(signInClient.POST('/api/auth/email/verify', { body: { token } }))
  forgetMe()
}

/** Verifies the address of the account with this password, which may not be the account of the session. */
export const verifyEmailBy = (token: string, password: string): Promise<unknown> =>
  orThrow(anonymousClient.POST('/api/auth/email/verify', { body: { token, password } }))

/** @returns what the service says about the mail. */
export const sendVerification = async (): Promise<string> =>
  (await orThrow(signInClient.POST('/api/auth/email/verify', { body: {} }))).message

/** The page is loaded again, so that nothing of the person stays in memory. */
export async function signOut(): Promise<void> {
  await logOut(vitrine)
  announceSignOut()
  location.assign('/console/sign-in')
}
