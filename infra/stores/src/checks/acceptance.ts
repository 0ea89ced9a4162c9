import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Check } from './check.js'

const run = promisify(execFile)

const folder = join(import.meta.dirname, '../../../../packages/acceptance')
const suites = ['main-job', 'immediacy']
/** For each suite: the default of 30 s is too short for a busy machine. */
const suiteSeconds = '480'

/** Runs the acceptance suites that use the store, with their own services. */
export const acceptance: Check = {
  name: 'acceptance',
  needs: 'nothing',
  run: async ({ stack }, column) => {
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, TAP_TIMEOUT: suiteSeconds, ...stack.addresses }
    // Compiles tap's set of plugins: the first run after an install fails otherwise.
    await run(join(folder, 'node_modules/.bin/tap'), ['build'], { cwd: folder, env })
    for (const suite of suites) {
      const args = ['--import=tsx', join('test', `${suite}.test.ts`)]
      const problem = await run(process.execPath, args, {
        ...{ cwd: folder, env, maxBuffer: 64 * 1024 * 1024 },
      }).then(
        () => '',
        ({ stdout = '' }: { stdout?: string }) => firstFailure(stdout),
      )
      column.expect(`acceptance: ${suite}`, problem === '', problem)
    }
  },
}

const firstFailure = (tap: string): string =>
  tap
    .split('\n')
    .find((line) => line.trimStart().startsWith('not ok'))
    ?.trim() ?? 'it ended without a result'
