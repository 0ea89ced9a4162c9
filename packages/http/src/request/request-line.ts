/** A method, a target and a version, at the start of a line. */
const requestLine = /(?:^|\n)[A-Z][A-Z-]* (\S+) HTTP\/1\.[01]\r?\n/g

/**
 * The target of a message that Node's parser rejected: that of the last request line before the
 * position where the parser stopped. Empty if the head came in more than one packet: Node keeps only
 * the last.
 */
export function targetOf(packet: unknown, bytesParsed: number | undefined): string {
  if (!Buffer.isBuffer(packet)) return ''
  const read = packet.subarray(0, bytesParsed).toString('latin1')
  return [...read.matchAll(requestLine)].at(-1)?.[1] ?? ''
}
