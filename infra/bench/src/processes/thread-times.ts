import { readFileSync } from 'node:fs'
import type { ProcessTree } from './process-tree.js'

/** CPU time of a service, ms, by where it is spent. */
export type PartTimes = {
  eventLoop: number
  /** Of the service: file and name look-ups, garbage collection, compilation. */
  threads: number
  imageLoop: number
  /** Of the image processes: libvips, reading and writing files. */
  imageThreads: number
}

/** Times since the processes were started. The kernel counts main threads in ns, whole processes in ticks. */
export function partTimes(tree: ProcessTree): PartTimes {
  const times: PartTimes = { eventLoop: 0, threads: 0, imageLoop: 0, imageThreads: 0 }
  for (const { pid, cpuMs } of tree.processes()) {
    const mainMs = mainThreadMs(pid)
    const isService = pid === tree.pid
    times[isService ? 'eventLoop' : 'imageLoop'] += mainMs
    times[isService ? 'threads' : 'imageThreads'] += cpuMs - mainMs
  }
  return times
}

/** The first field of schedstat: time on a core, ns. */
const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
