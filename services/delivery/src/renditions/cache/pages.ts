/**
 * Bytes in pages of their own, all 0, which the system has back once nobody holds them. malloc goes on
 * holding whatever lies between things that stay: 32 MB after a flood.
 */
export function ownPages(sizeBytes: number): Buffer<ArrayBuffer> {
  // V8 maps what could be resized.
  return Buffer.from(new ArrayBuffer(sizeBytes, { maxByteLength: sizeBytes }))
}
