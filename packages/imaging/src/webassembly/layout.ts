/** Assigns parts of a memory, one after another, as byte offsets. */
export function createLayout(start: number) {
  let end = start
  const take = (bytes: number): number => {
    const part = end
    end += aligned(bytes)
    return part
  }
  return { take, end: () => end }
}

/** SIMD loads are fastest from multiples of 16 bytes. */
export const aligned = (bytes: number): number => Math.ceil(bytes / 16) * 16

/** The bytes of a typed array, not a copy. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength)
