/*
 * The program of a process of tests. A file's test ends, with its teardowns, before the next file is loaded. The files are
 * in the environment, separated by spaces, because tap would name its folders after all arguments.
 */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import tap from 'tap'
import './uncaught-errors.js'
import { setCurrent } from './t.js'
import { defaultLimits, watchProcess } from './watch-process.js'

const files = (process.env.VITRINE_TEST_FILES ?? '').split(' ')

// Units use no backend.
if (files.some((file) => !file.includes('/unit/'))) await import('./own-database.js')

const { VITRINE_SEED: seed } = process.env
if (seed !== undefined) {
  const { default: fastCheck } = await import('fast-check')
  fastCheck.configureGlobal({ seed: Number(seed) })
}

const endTests = watchProcess(tap, defaultLimits)
// tap would remove the folder of `t.testdir` before it runs teardowns that were added later, so a service that such a teardown
// stops could still write to it. With a teardown before everything else, the folder is removed last.
tap.beforeEach((t) => t.teardown(() => undefined))
for (const file of files) {
  await tap.test(file.replace(/^dist-test\//, ''), async (t) => {
    setCurrent(t)
    // `require` does not resolve links while the process's last `stat` was of a named pipe or a socket (`fs.realpathSync`
    // reads its mode again), so a file that ends with one would break the next one.
    statSync('.')
    await import(pathToFileURL(resolve(file)).href)
  })
}
endTests()
