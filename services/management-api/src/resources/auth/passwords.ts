import { AppError } from '@vitrine/errors'
import bcrypt from 'bcryptjs'
import { passwordBytes } from './schemas.js'

/** Hash of no password at all: what a login with an unknown e-mail is compared with. */
const unknownUserHash = (cost: number) => bcrypt.hashSync('', cost)

/**
 * bcrypt, with its limit enforced instead of truncating silently.
 *
 * @throws AppError VALIDATION_FAILED for a new password of fewer than 8 or more than 72 bytes.
 */
export function createPasswords(cost: number) {
  const dummy = unknownUserHash(cost)
  return {
    hash: async (password: string): Promise<string> => {
      const bytes = Buffer.byteLength(password)
      if (bytes < passwordBytes.min || bytes > passwordBytes.max) {
        const message = `must be ${passwordBytes.min}–${passwordBytes.max} bytes long; it has ${bytes}`
        throw new AppError('VALIDATION_FAILED', `password ${message}`, {
          details: [{ field: 'password', message }],
        })
      }
      return bcrypt.hash(password, cost)
    },
    /** Takes the same time whether there is a hash or not. */
    matches: async (password: string, hash: string | undefined): Promise<boolean> => {
      const matches = await bcrypt.compare(password, hash ?? dummy)
      return hash !== undefined && matches && !bcrypt.truncates(password)
    },
  }
}

export type Passwords = ReturnType<typeof createPasswords>
