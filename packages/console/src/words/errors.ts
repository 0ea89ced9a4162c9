import { type ErrorCode, VitrineError } from '@vitrine/sdk'
import { t } from './words.ts'

/** Why a change was not made, in words for people. */
export class Refusal extends Error {}

/** A limit on attempts is in force. */
export class LimitReached extends Error {
  /** @param seconds until it ends. */
  constructor(readonly seconds: number) {
    super('too many attempts')
  }
}

const signedOut = () => t('You are signed out.')
const noAnswer = () => t('The server does not answer. Check the connection and try again.')

type Sentence = [code: ErrorCode, words: () => string]

/** For codes whose sentence of the service is for programmers. Others are shown as the service says. */
const byCode = new Map<ErrorCode, () => string>([
  ['CREDENTIALS_INVALID', () => t('The e-mail or the password is wrong.')],
  ['FORBIDDEN', () => t('Your role does not allow this. An admin can change it.')],
  ['TOKEN_MISSING', signedOut],
  ['TOKEN_EXPIRED', signedOut],
  ['TOKEN_INVALID', signedOut],
  ['SESSION_ENDED', signedOut],
  ['REFRESH_TOKEN_INVALID', signedOut],
  ['INTERNAL', () => t('The service has failed. Try again.')],
  ['MAIL_TOKEN_INVALID', () => t('This link has been used or has expired. Ask for a new mail.')],
])

/** Adds sentences that the pages before the sign-in do not need. */
export function addWords(sentences: readonly Sentence[]): void {
  for (const [code, words] of sentences) byCode.set(code, words)
}

const name = () => t('A name of 1 to 200 characters, without line breaks.')
const password = () => t('At least 8 characters, and at most 72.')

/** What a field takes, for people. The service says it for programmers, as "must be …". */
const byField = new Map(
  Object.entries({
    name,
    organizationName: name,
    email: () => t('An e-mail address, such as ada@museum.org.'),
    password,
    newPassword: password,
    slug: () => t('Small letters, digits and single hyphens, such as summer-2026.'),
  }),
)

/** A problem of a field as a sentence. Reasons beyond its shape, such as a taken slug, are those of the service. */
function fieldWords(field: string, message: string): string {
  return (message.startsWith('must be ') && byField.get(field)?.()) || message
}

/** A sentence for people. */
export function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof LimitReached) {
    return t('Too many attempts. Try again in {seconds} s.', { seconds: error.seconds })
  }
  if (error instanceof VitrineError) {
    const sentence = error.code && byCode.get(error.code)
    if (sentence) return sentence()
    // The page of a router, whose service is away.
    if (error.code === undefined && error.status > 500) return noAnswer()
    const [first] = error.details
    if (first === undefined) return error.message
    const words = fieldWords(first.field, first.message)
    return words === first.message ? `${first.field} ${words}` : words
  }
  if (error instanceof DOMException && error.name === 'AbortError') return t('Cancelled.')
  return navigator.onLine
    ? noAnswer()
    : t('You are offline. Try again when the connection is back.')
}

/** The problems of a form, by the name of the field. */
export const problemsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof VitrineError
    ? Object.fromEntries(
        error.details.map(({ field, message }) => [field, fieldWords(field, message)]),
      )
    : {}

/** Whether another person has changed the resource since it was read. */
export const isStale = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'PRECONDITION_FAILED'
