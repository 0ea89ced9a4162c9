/** Bytes that are made to cost much, to lie, or to break a decoder. */
export type HostileFile = {
  name: string
  bytes: Buffer
  /** What it has to end in; left out: a refusal, or a picture. */
  code?: 'UNSUPPORTED_IMAGE' | 'IMAGE_TOO_LARGE'
}

/** A file of each kind from a table of names and bytes. */
export const named = (table: Readonly<Record<string, Buffer>>): HostileFile[] =>
  Object.entries(table).map(([name, bytes]) => ({ name, bytes }))

/** The same, all of them to be refused. */
export const refused = (
  code: 'UNSUPPORTED_IMAGE' | 'IMAGE_TOO_LARGE',
  table: Readonly<Record<string, Buffer>>,
): HostileFile[] => named(table).map((file) => ({ ...file, code }))
