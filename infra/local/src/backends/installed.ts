import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/**
 * Absolute path of a program; null if it is not on PATH. Symbolic links are not resolved: Debian's
 * redis-server links to a program that selects its behaviour by the name it was run as.
 */
export function findOnPath(name: string, path: string | undefined): string | null {
  for (const folder of (path ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder; try the next.
    }
  }
  return null
}

/** Output of the program's version option; null if it cannot be run. */
export function readVersion(program: string, env: NodeJS.ProcessEnv): string | null {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', env, stdio: 'pipe' }).trim()
  } catch {
    return null // Built for another platform, or a library is missing.
  }
}

/** `postgres (PostgreSQL) 15.18 (Debian 15.18-0)` → 15, `… 18beta1` → 18 */
export function postgresMajor(version: string): number | null {
  return firstNumber(/^postgres \(PostgreSQL\) (\d+)/, version)
}

/** `Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64` → 7 */
export function redisMajor(version: string): number | null {
  return firstNumber(/^Redis server v=(\d+)/, version)
}

function firstNumber(pattern: RegExp, text: string): number | null {
  const digits = pattern.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}
