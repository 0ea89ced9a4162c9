/** The first part of a file, `share` (0–1) of its bytes, as an aborted upload leaves it. */
export async function truncated(file: Buffer, share = 0.5): Promise<Buffer> {
  return file.subarray(0, Math.floor(file.length * share))
}

/** A picture of a type that is not accepted because it may contain scripts. */
export async function svg(): Promise<Buffer> {
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48" fill="teal"/></svg>',
  )
}

export async function textFile(): Promise<Buffer> {
  return Buffer.from('This is not a picture, despite its name.\n')
}
