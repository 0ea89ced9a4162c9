import { VitrineError } from '@vitrine/sdk'
import { vitrine } from './client.ts'

/**
 * Saves an answer of the API as a file.
 *
 * @param path with its query.
 * @throws VitrineError
 */
export async function download(path: string, accept: string, name: string): Promise<void> {
  const response = await vitrine.send(
    new Request(new URL(path, location.origin), { headers: { Accept: accept } }),
  )
  if (!response.ok) {
    throw new VitrineError(response, await response.json().catch(() => undefined))
  }
  saveAs(await response.blob(), name)
}

function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file over by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
