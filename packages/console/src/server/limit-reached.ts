/** A limit on attempts is in force. */
export class LimitReached extends Error {
  /** @param seconds until it ends. */
  constructor(readonly seconds: number) {
    super('too many attempts')
  }
}
