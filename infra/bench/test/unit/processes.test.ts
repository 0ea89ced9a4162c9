import t from 'tap'
import { megabytes, parseMemory, parseResident, totalBytes } from '../../src/processes/memory.js'
import { descendants, parseStat } from '../../src/processes/stat.js'

/** See proc(5): the last four fields given here are utime 14, stime 15, cutime 16 and cstime 17. */
const stat = (name: string, times: string) =>
  `4242 (${name}) S 17 4242 4242 0 -1 4194560 9000 800 3 2 ${times} 20 0 11 0 22973 1284403200 23000`

t.test('CPU time includes the process and its exited children', async (t) => {
  const table: [name: string, times: string, cpuMs: number][] = [
    ['node', '0 0 0 0', 0],
    ['node', '1 0 0 0', 10],
    ['node', '100 20 3 4', 1270],
    ['a name (with parentheses) 1 2 3', '100 20 3 4', 1270],
  ]
  for (const [name, times, cpuMs] of table) {
    t.same(parseStat(stat(name, times)), { pid: 4242, parent: 17, cpuMs }, `${name} ${times}`)
  }
})

t.test('malformed process data is rejected', async (t) => {
  for (const text of ['', '4242', '4242 (node) S', 'x (node) S 17 1 1 0 -1 0 0 0 0 0 1 1 1 1']) {
    t.throws(() => parseStat(text), { message: /not a process/ }, text)
  }
})

t.test('a process and its descendants are found, each once', async (t) => {
  const process = (pid: number, parent: number) => ({ pid, parent, cpuMs: 0 })
  const all = [
    process(1, 0),
    process(9, 5),
    process(5, 2),
    process(2, 1),
    process(3, 2),
    process(4, 1),
  ]
  const table: [root: number, expected: number[]][] = [
    [2, [2, 5, 3, 9]],
    [1, [1, 2, 4, 5, 3, 9]],
    [9, [9]],
    [77, [77]],
  ]
  for (const [root, expected] of table) t.same(descendants(root, all), expected, `${root}`)
})

t.test('memory is read in kilobytes and returned in bytes', async (t) => {
  const text = 'VmPeak:\t  999 kB\nVmHWM:\t   82944 kB\nPss:    5120 kB\nPss_Anon: 7 kB\n'
  t.equal(parseMemory(text, 'VmHWM'), 82_944 * 1024)
  t.equal(megabytes(parseMemory(text, 'Pss')), 5.24288)
  t.throws(() => parseMemory(text, 'VmRSS'), { message: /no VmRSS/ })
})

t.test('processes of one program share only mapped files', async (t) => {
  const rollup = (rss: number, anonymous: number) =>
    parseResident(`Rss:  ${rss} kB\nPss:  7 kB\nPss_Anon:  3 kB\nAnonymous:  ${anonymous} kB\n`)
  t.same(rollup(100, 60), { anonymousBytes: 60 * 1024, fileBytes: 40 * 1024 })
  const table: [processes: ReturnType<typeof rollup>[], kilobytes: number][] = [
    [[], 0],
    [[rollup(100, 60)], 100],
    [[rollup(100, 60), rollup(90, 30), rollup(20, 20)], 60 + 30 + 20 + 60],
  ]
  for (const [processes, kilobytes] of table) t.equal(totalBytes(processes), kilobytes * 1024)
})
