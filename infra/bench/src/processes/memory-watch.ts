import type { ProcessTree } from './process-tree.js'

export type MemoryWatch = ReturnType<typeof watchMemory>

/** Samples a process tree's memory every `everyMs` until stopped. */
export function watchMemory(tree: ProcessTree, everyMs = 1000) {
  let peakBytes = tree.memoryBytes()
  const look = () => {
    peakBytes = Math.max(peakBytes, tree.memoryBytes())
  }
  const timer = setInterval(look, everyMs)
  return {
    peakBytes: (): number => {
      look()
      return peakBytes
    },
    stop: (): void => clearInterval(timer),
  }
}
