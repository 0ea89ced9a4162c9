/** The WebP files within a file that stores others uncompressed, such as a Qt resource file. */
export function* embeddedWebps(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf('RIFF'); at >= 0; at = bytes.indexOf('RIFF', at + 4)) {
    if (bytes.toString('latin1', at + 8, at + 12) !== 'WEBP') continue
    yield bytes.subarray(at, at + 8 + bytes.readUInt32LE(at + 4))
  }
}
