import { listOf } from '@vitrine/config'
import Type from 'typebox'

/** The id of JWT_SECRET, and of the secret of tokens and rows without an id. */
const unnamed = 'default'

const pair = '[A-Za-z0-9_-]{1,32}:[!-+\\--~]{32,}'

export const JWT_SECRETS = Type.Optional(
  Type.String({
    pattern: `^${pair}( *, *${pair})*$`,
    description:
      'in place of JWT_SECRET, several secrets as name:secret, separated by commas; the first signs, and all are accepted. A name has 1–32 of A–Z, a–z, 0–9, _ and -; a secret has 32 or more visible ASCII characters without commas',
  }),
)

type Values = Readonly<Record<string, unknown>>
type Settings = { JWT_SECRET?: string; JWT_SECRETS?: string }
type Key = { kid: string; secret: string }

const keysOf = (text: string): Key[] =>
  listOf(text).map((item) => {
    const end = item.indexOf(':')
    return { kid: item.slice(0, end), secret: item.slice(end + 1) }
  })

const namesAreUnique = ({ JWT_SECRETS: text }: Values): boolean => {
  if (typeof text !== 'string') return true
  const names = keysOf(text).map(({ kid }) => kid)
  return new Set(names).size === names.length
}

/** Problems across several settings. Each message begins with the setting to correct. */
export const secretRules = [
  {
    holds: ({ JWT_SECRET, JWT_SECRETS }: Values) => Boolean(JWT_SECRET || JWT_SECRETS),
    message: 'JWT_SECRET is missing: set it, or JWT_SECRETS to replace a secret without a pause',
  },
  {
    holds: ({ JWT_SECRET, JWT_SECRETS }: Values) => !(JWT_SECRET && JWT_SECRETS),
    message: `JWT_SECRET and JWT_SECRETS are both set: name the secret in JWT_SECRETS, as ${unnamed}:…, and leave JWT_SECRET out`,
  },
  {
    holds: namesAreUnique,
    message: 'JWT_SECRETS names two secrets alike: give each a name of its own',
  },
]

/**
 * The service's secrets. A secret is replaced in three steps, each completed on every instance before the
 * next: add the new one at the end, move it to the front, remove the old one. So every instance can always
 * verify what another one has signed.
 */
export function createKeyring({ JWT_SECRET = '', JWT_SECRETS }: Settings) {
  const keys = JWT_SECRETS ? keysOf(JWT_SECRETS) : [{ kid: unnamed, secret: JWT_SECRET }]
  const secrets = new Map<unknown, string>(keys.map(({ kid, secret }) => [kid, secret]))
  const [current] = keys
  if (current === undefined || current.secret === '') throw new Error('there is no secret')
  return {
    /** Used for signing, encrypting and deriving. */
    current,
    /**
     * @param kid from a token or a row; if left out, the unnamed secret.
     * @returns null if there is no such secret.
     */
    find: (kid: unknown): string | null => secrets.get(kid ?? unnamed) ?? null,
  }
}

export type Keyring = ReturnType<typeof createKeyring>
