/** A file made to be expensive, to claim false properties, or to break a decoder. */
export type HostileFile = {
  name: string
  bytes: Buffer
  /** The error code that it must be refused with; if omitted, it may also be accepted. */
  code?: Refusal
}

type Refusal = 'UNSUPPORTED_IMAGE' | 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_COSTLY'

export const named = (table: Readonly<Record<string, Buffer>>): HostileFile[] =>
  Object.entries(table).map(([name, bytes]) => ({ name, bytes }))

/** The same for files that must be refused. */
export const refused = (code: Refusal, table: Readonly<Record<string, Buffer>>): HostileFile[] =>
  named(table).map((file) => ({ ...file, code }))
