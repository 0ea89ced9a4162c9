import tap, { type Test } from 'tap'

/**
 * The test of the file that runs, for `import t from '@vitrine/testing/t'`: tap's root if the file runs by itself, as in
 * `node dist-test/unit/x.test.js`. Under `npm test` several files share a process, because loading a service takes longer than
 * most files. Each file is then a subtest of tap's root, and `run-files.ts` sets it here before it loads the file.
 */
let current: Test = tap

export type { Test }
export { current as default }

export function setCurrent(test: Test): void {
  current = test
}
