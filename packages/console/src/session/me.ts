import { orThrow, type Schemas, VitrineError } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { mayBeSignedIn } from '../tab-session/signed-in.ts'

export type Me = Schemas['Me']
export type Role = Me['organizations'][number]['role']

/** @returns null without a session. */
export async function fetchMe(): Promise<Me | null> {
  try {
    return await orThrow(vitrine.GET('/api/auth/me'))
  } catch (error) {
    if (error instanceof VitrineError && error.status === 401) return null
    throw error
  }
}

let first: Promise<Me | null> | null = null

/** Whether nobody has signed in, as far as this can be known without a call. */
export const isStranger = (): boolean => first === null && !mayBeSignedIn()

/** The person who is signed in, read once. The sign-in needs it before the shell and its cache are loaded. */
export function loadMe(): Promise<Me | null> {
  if (first !== null) return first
  if (!mayBeSignedIn()) return Promise.resolve(null)
  first = fetchMe().catch((error: unknown) => {
    first = null
    throw error
  })
  return first
}

/** After a sign-in. */
export function forgetMe(): void {
  first = null
}
