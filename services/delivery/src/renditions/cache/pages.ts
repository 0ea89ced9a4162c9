/**
 * A zeroed buffer on dedicated memory pages, which return to the system when the buffer is collected.
 * malloc would retain pages that also hold longer-lived data: 32 MB after a flood.
 */
export function ownPages(sizeBytes: number): Buffer<ArrayBuffer> {
  // V8 maps the memory of a resizable ArrayBuffer separately.
  return Buffer.from(new ArrayBuffer(sizeBytes, { maxByteLength: sizeBytes }))
}
