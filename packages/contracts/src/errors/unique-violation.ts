/** A unique violation. Services translate it into the appropriate 409. */
export class UniqueViolation extends Error {
  /** Name of the violated unique index, such as `organizations_slug_key`. */
  readonly index: string

  constructor(index: string, cause: unknown) {
    super(`not unique: ${index}`, { cause })
    this.name = 'UniqueViolation'
    this.index = index
  }
}

export const isViolationOf = (error: unknown, index: string): boolean =>
  error instanceof UniqueViolation && error.index === index
