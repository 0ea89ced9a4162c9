import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join, normalize, resolve } from 'node:path'
import { usageError } from '../failure.js'

export type PlannedFile = {
  path: string
  filename: string
  /** Names from the root of the project on with slashes between them; empty for the root. */
  folder: string
  size: number
  mtimeMs: number
}

export type Plan = {
  files: PlannedFile[]
  /** Files in directories whose names are not those of pictures. */
  skipped: number
}

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
  const plan: Plan = { files: [], skipped: 0 }
  for (const path of paths) {
    const found = await stat(path).catch(() => {
      throw usageError(`There is no file or directory ${path}.`)
    })
    if (!found.isDirectory()) plan.files.push(plannedFile(resolve(path), folder, found))
    else if (isRecursive) await addDirectory(plan, resolve(path), joined(folder, nameOf(path)))
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
    const below = join(path, name)
    if (name.startsWith('.')) continue
    if (kind.isDirectory) await addDirectory(plan, below, joined(folder, name))
    else if (kind.isFile && pictures.has(extname(name).toLowerCase())) {
      plan.files.push(plannedFile(below, folder, await stat(below)))
    } else plan.skipped += 1
  }
}

/** A link to a directory is not followed, because it may lead in circles. */
const kindOf = (entry: { name: string; isDirectory(): boolean; isFile(): boolean }) => ({
  name: entry.name,
  isDirectory: entry.isDirectory(),
  isFile: entry.isFile(),
})

const plannedFile = (
  path: string,
  folder: string,
  { size, mtimeMs }: { size: number; mtimeMs: number },
): PlannedFile => ({
  path,
  filename: basename(path).normalize('NFC'),
  folder,
  size,
  mtimeMs,
})
