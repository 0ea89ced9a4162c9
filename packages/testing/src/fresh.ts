import { randomBytes } from 'node:crypto'

/** `prefix-3f9a0c41`: unique, and a valid slug if the prefix is one. */
export function freshName(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString('hex')}`
}

/** A unique address in a domain that cannot receive mail (RFC 2606). */
export function freshEmail(prefix = 'user'): string {
  return `${freshName(prefix)}@example.test`
}
