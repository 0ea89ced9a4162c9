import bcrypt from 'bcryptjs'

// What a thread of the pool does; `bcrypt-pool.ts` says when.

export const hash = ({ password, cost }: { password: string; cost: number }): string =>
  bcrypt.hashSync(password, cost)

export const compare = ({ password, hash }: { password: string; hash: string }): boolean =>
  bcrypt.compareSync(password, hash)
