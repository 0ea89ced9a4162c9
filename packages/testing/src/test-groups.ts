import { defaultLimits, type Limits } from './watch-process.js'

/** Several test files that run in one process, one after the other. */
type TestGroup = { name: string; members: readonly string[] }

/** Files of a group. Units are small, and need neither services nor a browser. */
const groupSize = { units: 48, others: 16 }
const marker = '// Needs a process of its own:'

/** Whether a test file says, with a reason, that it has to run in a process without others. */
export const needsOwnProcess = (source: string): boolean => source.includes(marker)

/**
 * @param files paths of all test files, sorted.
 * @param alone those that run in a process of their own.
 */
export function groupsOf(files: readonly string[], alone: readonly string[]): TestGroup[] {
  const shared = files.filter((file) => !alone.includes(file))
  const isUnit = (file: string) => file.startsWith('unit/')
  const units = shared.filter(isUnit)
  const others = shared.filter((file) => !isUnit(file))
  const groups = [
    ...split(units, Math.ceil(units.length / groupSize.units)),
    // Most of these wait most of the time, and tap runs two processes at once.
    ...split(
      others,
      Math.max(Math.min(2, others.length), Math.ceil(others.length / groupSize.others)),
    ),
  ].map((members, index) => ({ name: `group-${index + 1}`, members }))
  const single = alone.map((file) => ({
    name: file.replace(/\.test\.ts$/, '').replaceAll('/', '-'),
    members: [file],
  }))
  return [...groups, ...single]
}

/** Neighbours in the alphabet tend to cost the same: each part gets some of all. */
const split = (files: readonly string[], count: number): string[][] =>
  Array.from({ length: count }, (_, index) =>
    files.filter((_, position) => position % count === index),
  )

/** What `import t from 'tap'` gets in a test file: the test of that file, or tap itself without a group. */
export const currentTestSource = `import tap from 'tap'
export * from 'tap'
export default globalThis[Symbol.for('vitrine.current-test')] ?? tap
`

const watchModule = new URL('./watch-process.js', import.meta.url).href

/**
 * The program of a group. A file's test ends, with its teardowns, before the next file is loaded. A group that hangs is
 * ended.
 *
 * tap would remove the folder of `t.testdir` before it runs teardowns that were added later, so a service that such a
 * teardown stops could still write to it. With a teardown before everything else, the folder is removed last.
 */
export function groupSource(members: readonly string[], limits: Limits = defaultLimits): string {
  const paths = members.map((member) => `../${member.replace(/\.ts$/, '.js')}`)
  return `import tap from 'tap'
import { watchProcess } from ${JSON.stringify(watchModule)}
const endTests = watchProcess(tap, ${JSON.stringify(limits)})
tap.beforeEach((t) => t.teardown(() => {}))
for (const path of ${JSON.stringify(paths)}) {
  await tap.test(path.slice(3), async (t) => {
    globalThis[Symbol.for('vitrine.current-test')] = t
    await import(path)
  })
}
endTests()
`
}
