/** Larger files are not hashed, since that takes them into memory whole; no service takes them by default. */
export const mostHashedBytes = 100 * 1024 * 1024

export async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
