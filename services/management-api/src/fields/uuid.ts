const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID as Postgres and the contract write it, in letters of any case. */
export const isUuid = (text: string): boolean => shape.test(text)
