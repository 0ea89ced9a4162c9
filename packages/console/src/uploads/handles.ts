import { type Dropped, isClutter } from './dropped.ts'

/*
 * Chromium's access to files that outlives a page. Other browsers have none, and get no handles:
 * https://wicg.github.io/file-system-access/
 */

type Item = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }
type Asking = FileSystemHandle & {
  requestPermission?(mode: { mode: 'read' }): Promise<PermissionState>
}

/** Returns the dropped files and folders. Call it synchronously in the drop handler; browsers clear the list afterwards. */
export async function handlesOfDrop(data: DataTransfer): Promise<FileSystemHandle[]> {
  const items: Item[] = [...data.items]
  const handles = await Promise.all(
    // A file that is no file of a disk, such as a picture of another page, has none.
    items.map((item) => item.getAsFileSystemHandle?.().catch(() => null)),
  )
  return handles.filter((handle) => handle != null)
}

/** Its files, after the person has allowed to read it; none if they do not. */
export async function filesOfHandle(handle: FileSystemHandle): Promise<Dropped[]> {
  const permission = await (handle as Asking).requestPermission?.({ mode: 'read' })
  return permission === 'granted' ? walk(handle, '') : []
}

async function walk(handle: FileSystemHandle, path: string): Promise<Dropped[]> {
  if (isClutter(handle.name)) return []
  if (handle.kind === 'file') {
    // One that is gone stays in the ledger, which asks for it.
    const file = await (handle as FileSystemFileHandle).getFile().catch(() => null)
    return file === null ? [] : [{ file, path }]
  }
  const below = path === '' ? handle.name : `${path}/${handle.name}`
  const found: Dropped[] = []
  for await (const one of (handle as FileSystemDirectoryHandle).values()) {
    found.push(...(await walk(one, below)))
  }
  return found
}
