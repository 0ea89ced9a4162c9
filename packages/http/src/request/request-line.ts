/** A method, a target and a version, at the start of a line. */
const requestLine = /(?:^|\n)[A-Z][A-Z-]* (\S+) HTTP\/1\.[01]\r?\n/g

/**
 * The target of the message that Node's parser refused: in the bytes up to where it stopped, the
 * request line that came last. Empty where there is none, for a head that came in more than one
 * packet is not kept.
 */
export function targetOf(packet: unknown, bytesParsed: number | undefined): string {
  if (!Buffer.isBuffer(packet)) return ''
  const read = packet.subarray(0, bytesParsed).toString('latin1')
  return [...read.matchAll(requestLine)].at(-1)?.[1] ?? ''
}
