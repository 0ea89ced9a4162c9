import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileTests } from '@vitrine/checks/compile-tests'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** For each file: the default of 30 s is too short for a busy machine. */
const fileSeconds = '480'
const maxBuffer = 64 * 1024 * 1024

/** The suites whose outcome depends on the object store, by workspace. */
export const suiteFiles = {
  'packages/object-store': ['integration/object-store', 'integration/store-contract'],
  'services/management-api': [
    'integration/uploads',
    'integration/broken-uploads',
    'integration/replaced-files',
    'integration/object-removal',
    'integration/discard-upload',
    'integration/asset-bulk',
    'integration/prepared-renditions',
    'integration/slow-store-deletes',
    'integration/store-misconfigured',
    'integration/console-deployments',
  ],
  'services/delivery': [
    'integration/tiers',
    'integration/ranges',
    'integration/planted-objects',
    'integration/lost-assets',
    'integration/slow-store',
    'integration/store-outage',
    'integration/embed-deployments',
    'integration/versions',
  ],
  'packages/acceptance': ['main-job'],
} as const satisfies Record<string, readonly string[]>

type Env = Readonly<Record<string, string>>

/**
 * Compiles the tests of one workspace.
 *
 * @param env addresses of the backends.
 * @returns a function that runs one file in a process of its own, and returns what failed or null.
 */
export async function compileSuite(folder: string, env: Env, signal: AbortSignal) {
  const cwd = join(root, folder)
  const { PATH, HOME } = process.env
  const options = { cwd, env: { PATH, HOME, TAP_TIMEOUT: fileSeconds, ...env }, maxBuffer, signal }
  await compileTests(cwd, 'everyday')
  return (file: string): Promise<string | null> => {
    const args = ['--import=@vitrine/testing/own-database', `dist-test/${file}.test.js`]
    return run(process.execPath, args, options).then(() => null, problemOf)
  }
}

/** The failed tests, or the end of what was written if there are none. */
function problemOf({ stdout, stderr }: { stdout: string; stderr: string }): string {
  const failed = stdout.split('\n').filter((line) => /^ *not ok/.test(line))
  return failed.length > 0 ? failed.join('\n') : `${stdout}\n${stderr}`.slice(-1000).trim()
}
