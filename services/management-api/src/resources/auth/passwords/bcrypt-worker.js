// JavaScript, unlike all else: in threads Node 20 has no loader for TypeScript, which tests need.
import bcrypt from 'bcryptjs'

/**
 * What a thread of the pool does; `bcrypt-pool.ts` says when.
 *
 * @param {{ password: string, cost: number }} task
 */
export const hash = ({ password, cost }) => bcrypt.hashSync(password, cost)

/** @param {{ password: string, hash: string }} task */
export const compare = ({ password, hash }) => bcrypt.compareSync(password, hash)
