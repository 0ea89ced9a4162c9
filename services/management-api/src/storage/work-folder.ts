import { rm } from 'node:fs/promises'
import type { App } from '@vitrine/http'
import { claimProcessFolder } from '@vitrine/imaging'

/**
 * The folder of this process for temporary files: uploads and renditions in progress. Leftovers of killed
 * processes are removed at the next start.
 *
 * @param warn called if the folder cannot be created at the start. Later calls try again.
 */
function createWorkFolder({ root, warn }: { root: string; warn: (err: unknown) => void }) {
  let claimed: Promise<string> | null = null
  const path = async (): Promise<string> => {
    claimed ??= claimProcessFolder(root, 'management-api')
    try {
      return await claimed
    } catch (error) {
      claimed = null
      throw error
    }
  }
  return {
    path,
    start: async (): Promise<void> => {
      await path().catch(warn)
    },
    close: async (): Promise<void> => {
      const folder = await claimed?.catch(() => undefined)
      if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(warn)
    },
  }
}

export type WorkFolder = ReturnType<typeof createWorkFolder>

/** The folder of an app, created when it starts and removed when it closes. */
export function useWorkFolder(app: App, root: string): WorkFolder {
  const warn = (err: unknown) => app.log.warn({ err }, 'no folder for uploads under way')
  const folder = createWorkFolder({ root, warn })
  app.addHook('onReady', folder.start)
  // Hooks run last in, first out, so this runs after everything that still writes to it.
  app.addHook('onClose', folder.close)
  return folder
}
