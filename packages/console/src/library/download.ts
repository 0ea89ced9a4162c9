import { orThrow } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'

/** Files of one download: browsers ask whether a page may save several, and some stop at ten a second. */
export const mostDownloads = 50
const pauseMs = 250

/** Saves the originals under their own names. */
export async function downloadOriginals(projectId: string, ids: readonly string[]): Promise<void> {
  const query = { id: [...ids], size: mostDownloads }
  const call = vitrine.GET('/api/projects/{projectId}/assets', {
    params: { path: { projectId }, query },
  })
  const { content } = await orThrow(call)
  for (const { originalUrl, filename } of content) {
    const link = document.createElement('a')
    link.href = originalUrl
    link.download = filename
    link.click()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
