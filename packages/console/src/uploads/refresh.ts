/**
 * Lists are read again while files arrive: first after this time, then each time after twice as long, ms. Each
 * time, every new picture in sight costs the service a rendition.
 */
const firstMs = 2000
const longestMs = 30_000

type Waits = { nextMs: number; timer: ReturnType<typeof setTimeout> | undefined }

/** @param read reads the lists of a project again. */
export function createRefresh(read: (projectId: string) => void) {
  const projects = new Map<string, Waits>()

  const readAfter = (projectId: string, waits: Waits, ms: number): void => {
    waits.timer = setTimeout(() => {
      waits.timer = undefined
      read(projectId)
    }, ms)
  }

  /** A file of the project was stored; `isLast`: no other one is under way. */
  return (projectId: string, { isLast }: { isLast: boolean }): void => {
    const waits = projects.get(projectId) ?? { nextMs: firstMs, timer: undefined }
    if (isLast) {
      clearTimeout(waits.timer)
      projects.delete(projectId)
      readAfter(projectId, waits, firstMs)
    } else if (waits.timer === undefined) {
      projects.set(projectId, waits)
      readAfter(projectId, waits, waits.nextMs)
      waits.nextMs = Math.min(longestMs, 2 * waits.nextMs)
    }
  }
}
