import { tmpdir } from 'node:os'
import type { Config } from '../../config.js'
import { Disk } from '../cache/disk.js'
import { createMemory } from '../cache/memory.js'
import { Workspaces } from '../workspace/workspaces.js'

type Warning = (message: string) => (error: unknown) => void

export function createLocalStorage(config: Config, warning: Warning) {
  const root = config.CACHE_DIRECTORY ?? tmpdir()
  const disk = new Disk({
    root,
    maxBytes: config.RENDITION_DISK_BYTES,
    warn: warning('the image cache on disk fails; images come from the object store'),
  })
  const workspaces = new Workspaces({
    roots: [...new Set([root, tmpdir(), '/dev/shm'])],
    warn: warning('the disk fails; renders use another folder'),
  })
  return { memory: createMemory({ maxBytes: config.RENDITION_MEMORY_BYTES }), disk, workspaces }
}
