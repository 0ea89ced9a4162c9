import type { Tokens } from '@vitrine/sdk'
import type { Context } from './context.js'

type Answer = Readonly<Record<string, unknown>>

const isTokens = (value: Answer): value is Required<Tokens> =>
  typeof value.accessToken === 'string' && typeof value.refreshToken === 'string'

/** Signs in by an answer that begins a session. Its tokens are never shown. True if it was one. */
export async function saveSession(answer: Answer, context: Context): Promise<boolean> {
  if (!isTokens(answer)) return false
  const { accessToken, refreshToken } = answer
  const url = await context.url()
  await context.signIn({ url, accessToken, refreshToken })
  context.output.note(`Signed in at ${url}.`)
  return true
}
