/**
 * A zeroed buffer in memory pages of its own, which the system gets back when the buffer is collected.
 * malloc would keep pages that also hold something longer-lived: 32 MB after a flood.
 */
export function ownPages(sizeBytes: number): Buffer<ArrayBuffer> {
  // V8 maps the memory of a resizable ArrayBuffer separately.
  return Buffer.from(new ArrayBuffer(sizeBytes, { maxByteLength: sizeBytes }))
}
