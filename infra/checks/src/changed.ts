import { execFile } from 'node:child_process'
import { posix } from 'node:path'
import { promisify } from 'node:util'
import type { PlannedTask, Suite } from './suites.js'

const execute = promisify(execFile)

/**
 * Files that differ from a commit: committed since, modified, or untracked and not ignored.
 *
 * @returns paths relative to `root`.
 * @throws a one-sentence error if git does not know the commit.
 */
export async function changedFiles(root: string, commit: string): Promise<string[]> {
  const git = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await execute('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
    return stdout.split('\0').filter((path) => path !== '')
  }
  try {
    const known = await git('diff', '--name-only', '-z', commit, '--')
    return [...known, ...(await git('ls-files', '--others', '--exclude-standard', '-z'))]
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[1] : undefined
    throw new Error(`--changed ${commit}: git cannot compare with it: ${said ?? String(error)}`)
  }
}

/**
 * Suites that start management-api but load no page of the console, by the folder of the package. The console
 * is files that management-api hands out.
 */
const unaffected: ReadonlyMap<string, readonly string[]> = new Map([
  ['packages/console', ['@vitrine/delivery', '@vitrine/openapi']],
])

/**
 * The suites affected by changes: those of the changed packages and those that depend on the build
 * of a changed package. A package's tests and documents do not affect its build, but they affect a suite
 * that has them among its inputs. A changed file at the root, other than a document, affects all suites.
 */
export function affectedSuites(
  suites: readonly Suite[],
  tasks: readonly PlannedTask[],
  files: readonly string[],
): Suite[] {
  const folders = [...new Set(tasks.map(({ directory }) => directory))]
  const folderOf = (file: string) => folders.find((folder) => file.startsWith(`${folder}/`))
  if (files.some((file) => folderOf(file) === undefined && !file.endsWith('.md')))
    return [...suites]
  const changed = new Set(files.map(folderOf))
  const rebuilt = new Set(files.filter((file) => !isOutsideBuild(file, folderOf)).map(folderOf))
  const byId = new Map(tasks.map((task) => [task.taskId, task]))

  const needsRebuilt = (id: string, suite: string, seen = new Set<string>()): boolean => {
    const task = byId.get(id)
    if (task === undefined || seen.has(id)) return false
    seen.add(id)
    return task.dependencies.some((dependency) => {
      const directory = byId.get(dependency)?.directory ?? ''
      if (unaffected.get(directory)?.includes(suite)) return false
      return rebuilt.has(directory) || needsRebuilt(dependency, suite, seen)
    })
  }
  const reads = (id: string): boolean => {
    const { directory = '', inputs = {} } = byId.get(id) ?? {}
    return Object.keys(inputs).some((path) => files.includes(posix.join(directory, path)))
  }
  return suites.filter(
    ({ name, folder }) =>
      changed.has(folder) || reads(`${name}#test`) || needsRebuilt(`${name}#test`, name),
  )
}

function isOutsideBuild(file: string, folderOf: (file: string) => string | undefined): boolean {
  const path = file.slice((folderOf(file) ?? '').length + 1)
  return path.startsWith('test/') || path.endsWith('.md')
}
