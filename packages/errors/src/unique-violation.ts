/** A row that must be unique is not. Services turn it into the 409 that fits. */
export class UniqueViolation extends Error {
  /** Name of the unique index that refused, `organizations_slug_key`. */
  readonly index: string

  constructor(index: string, cause: unknown) {
    super(`not unique: ${index}`, { cause })
    this.name = 'UniqueViolation'
    this.index = index
  }
}

/** Whether an error is that a row is not unique in this index. */
export const isViolationOf = (error: unknown, index: string): boolean =>
  error instanceof UniqueViolation && error.index === index
