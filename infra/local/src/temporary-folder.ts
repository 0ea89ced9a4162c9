import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/** A new folder that is removed when this process exits. */
export function temporaryFolder(): string {
  if (folders.length === 0) process.once('exit', removeAll)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'))
  folders.push(folder)
  return folder
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
