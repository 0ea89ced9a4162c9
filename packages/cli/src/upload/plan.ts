import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join, normalize, resolve } from 'node:path'
import { usageError } from '../failure.js'

export type PlannedFile = {
  path: string
  /** The path as the command line names it. */
  shown: string
  filename: string
  /** Names from the root of the project on with slashes between them; empty for the root. */
  folder: string
  size: number
  mtimeMs: number
}

export type Plan = {
  files: PlannedFile[]
  /** Entries of directories that are not sent. */
  skipped: Skipped[]
}

type Skipped = { shown: string; reason: string }

type PlanOptions = { isRecursive: boolean; folder: string }

const pictures = new Set('.jpg .jpeg .png .webp .gif .avif .heic .heif .hif .tif .tiff'.split(' '))

/**
 * The files of paths, in order of their names. A directory becomes a folder, and so does each in it.
 *
 * @throws CommandError if a path does not exist, or is a directory and the plan is not recursive.
 */
export async function planOf(
  paths: readonly string[],
  { isRecursive, folder }: PlanOptions,
): Promise<Plan> {
  const plan: Plan = { files: [], skipped: [] }
  for (const path of paths) {
    const found = await stat(path).catch(() => {
      throw usageError(`There is no file or directory ${path}.`)
    })
    if (!found.isDirectory()) plan.files.push(plannedFile(path, folder, found))
    else if (isRecursive) await addDirectory(plan, path, joined(folder, nameOf(path)))
    else throw usageError(`${path} is a directory. Add -r to upload its pictures.`)
  }
  return plan
}

/** `.` and `..` have no name of their own: their files go to the folder itself. */
function nameOf(path: string): string {
  const name = basename(normalize(path))
  return name === '.' || name === '..' ? '' : name
}

/** File systems may decompose letters with accents. */
const joined = (folder: string, name: string): string =>
  [folder, name.normalize('NFC')].filter((part) => part !== '').join('/')

async function addDirectory(plan: Plan, path: string, folder: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true })
  entries.sort((left, right) => (left.name < right.name ? -1 : 1))
  for (const { name, ...kind } of entries.map(kindOf)) {
    const shown = join(path, name)
    if (name.startsWith('.')) plan.skipped.push({ shown, reason: 'hidden' })
    else if (kind.isDirectory) await addDirectory(plan, shown, joined(folder, name))
    else if (!kind.isFile) plan.skipped.push({ shown, reason: 'neither a file nor a directory' })
    else if (pictures.has(extname(name).toLowerCase())) {
      plan.files.push(plannedFile(shown, folder, await stat(shown)))
    } else plan.skipped.push({ shown, reason: 'not named as a picture' })
  }
}

/** A link to a directory is not followed, because it may lead in circles. */
const kindOf = (entry: { name: string; isDirectory(): boolean; isFile(): boolean }) => ({
  name: entry.name,
  isDirectory: entry.isDirectory(),
  isFile: entry.isFile(),
})

const plannedFile = (
  shown: string,
  folder: string,
  { size, mtimeMs }: { size: number; mtimeMs: number },
): PlannedFile => ({
  path: resolve(shown),
  shown,
  filename: basename(shown).normalize('NFC'),
  folder,
  size,
  mtimeMs,
})
