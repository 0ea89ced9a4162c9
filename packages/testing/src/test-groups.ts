import { defaultLimits, type Limits } from './watch-process.js'

/** Several test files that run in one process, one after the other. */
type TestGroup = { name: string; members: readonly string[] }

const groupSize = 16
const marker = '// Needs a process of its own:'

/** Whether a test file says, with a reason, that it has to run in a process without others. */
export const needsOwnProcess = (source: string): boolean => source.includes(marker)

/**
 * @param files paths of all test files, sorted.
 * @param alone those that run in a process of their own.
 */
export function groupsOf(files: readonly string[], alone: readonly string[]): TestGroup[] {
  const shared = files.filter((file) => !alone.includes(file))
  // Most files other than units wait most of the time, and tap runs two processes at once.
  const atLeast = shared.filter((file) => !file.startsWith('unit/')).length > 1 ? 2 : 0
  const count = Math.max(atLeast, Math.ceil(shared.length / groupSize))
  const groups = Array.from({ length: count }, (_, index) => ({
    name: `group-${index + 1}`,
    // Neighbours in the alphabet tend to cost the same: each group gets some of all.
    members: shared.filter((_, position) => position % count === index),
  }))
  const single = alone.map((file) => ({
    name: file.replace(/\.test\.ts$/, '').replaceAll('/', '-'),
    members: [file],
  }))
  return [...groups, ...single]
}

/** What `import t from 'tap'` gets in a test file: the test of that file, or tap itself without a group. */
export const currentTestSource = `import tap from 'tap'
export * from 'tap'
export default globalThis[Symbol.for('vitrine.current-test')] ?? tap
`

const watchModule = new URL('./watch-process.js', import.meta.url).href

/**
 * The program of a group. A file's test ends, with its teardowns, before the next file is loaded. A group that hangs is
 * ended.
 */
export function groupSource(members: readonly string[], limits: Limits = defaultLimits): string {
  const paths = members.map((member) => `../${member.replace(/\.ts$/, '.js')}`)
  return `import tap from 'tap'
import { watchProcess } from ${JSON.stringify(watchModule)}
const endTests = watchProcess(tap, ${JSON.stringify(limits)})
for (const path of ${JSON.stringify(paths)}) {
  await tap.test(path.slice(3), async (t) => {
    globalThis[Symbol.for('vitrine.current-test')] = t
    await import(path)
  })
}
endTests()
`
}
