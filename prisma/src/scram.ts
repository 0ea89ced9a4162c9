import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const iterations = 4096
const visibleAscii = /^[\x21-\x7e]+$/

/**
 * A password in the form that Postgres stores (RFC 5803). Sent in this form, it appears in no log of the
 * server.
 *
 * @throws for a password that would have to be normalised first (SASLprep).
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  if (!visibleAscii.test(password)) {
    throw new Error('the password may only have visible ASCII characters')
  }
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
