import { AppError, validationFailed } from '@vitrine/contracts/errors'
import bcrypt from 'bcryptjs'
import { passwordBytes } from '../schemas.js'
import type { BcryptPool } from './bcrypt-pool.js'
import { type Named, weaknessOf } from './weakness.js'

/** A hash that no password matches. Comparing with it takes as long as with any other. */
const unknownUserHash = (cost: number) =>
  `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(22 + 31)}`

type Deps = {
  pool: Pick<BcryptPool, 'hash' | 'compare'>
  /** Work factor of new hashes. See `renewed` for hashes of another cost. */
  cost: number
}

/**
 * bcrypt, with its length limit enforced instead of silent truncation.
 *
 * @throws AppError OVERLOADED if too many calls are waiting.
 */
export function createPasswords({ pool, cost }: Deps) {
  const dummy = unknownUserHash(cost)
  const { min, max } = passwordBytes

  const refuse = (field: string, message: string): never => {
    throw validationFailed([{ field, message }])
  }

  const checkLength = (password: string, field = 'password'): void => {
    const bytes = Buffer.byteLength(password)
    if (bytes >= min && bytes <= max) return
    refuse(field, `must be ${min}–${max} bytes long; it has ${bytes}`)
  }

  return {
    /**
     * @param person the future owner of the password.
     * @throws AppError VALIDATION_FAILED for fewer than 8 or more than 72 bytes, and for a commonly guessed
     *   password.
     */
    check: (password: string, person: Named, field = 'password'): void => {
      checkLength(password, field)
      const weakness = weaknessOf(password, person)
      if (weakness !== null) refuse(field, weakness)
    },
    /** @throws AppError VALIDATION_FAILED for fewer than 8 or more than 72 bytes. */
    hash: async (password: string): Promise<string> => {
      checkLength(password)
      return pool.hash(password, cost)
    },
    /** Takes the same time whether there is a hash or not. */
    matches: async (password: string, hash: string | undefined): Promise<boolean> => {
      const matches = await pool.compare(password, hash ?? dummy)
      return hash !== undefined && matches && !bcrypt.truncates(password)
    },
    /**
     * Call it if the password matches. Returns a hash of the configured cost, or null if the hash already
     * has that cost, or all threads are busy: then the next login tries again.
     */
    renewed: async (password: string, hash: string): Promise<string | null> => {
      if (bcrypt.getRounds(hash) === cost) return null
      try {
        return await pool.hash(password, cost)
      } catch (error) {
        if (error instanceof AppError && error.code === 'OVERLOADED') return null
        throw error
      }
    },
  }
}

export type Passwords = ReturnType<typeof createPasswords>

/** For a logged-in caller. 400, since after a 401 clients would refresh their tokens and retry. */
export const passwordWrong = (field: string): AppError =>
  new AppError('PASSWORD_WRONG', 'The current password is wrong. Nothing was changed.', {
    details: [{ field, message: 'is wrong' }],
  })
