import { readFileSync, writeFileSync } from 'node:fs'

/**
 * An image that fails this close to the limit failed for lack of memory, even if its decoder reports
 * otherwise.
 */
const exhaustedShare = 0.8

/**
 * Watches from now on how close the process comes to its hard limit. When memory is refused, libheif
 * sometimes reports only that the picture cannot be read.
 */
export function watchMemory() {
  resetPeak()
  return {
    isExhausted: (): boolean => peakBytes() >= exhaustedShare * limitBytes(),
  }
}

/** Resets the peak of the resident size, so that VmHWM counts from here (proc(5), clear_refs). */
function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Another system, or a sandbox: then only the decoder's message counts.
  }
}

const peakBytes = (): number => 1024 * numberIn('/proc/self/status', /^VmHWM:\s+(\d+) kB$/m, 0)

const limitBytes = (): number =>
  numberIn('/proc/self/limits', /^Max data size\s+(\d+)/m, Number.POSITIVE_INFINITY)

function numberIn(file: string, pattern: RegExp, otherwise: number): number {
  try {
    const digits = pattern.exec(readFileSync(file, 'utf8'))?.[1]
    return digits === undefined ? otherwise : Number(digits)
  } catch {
    return otherwise
  }
}
