/** Lines for a person who waits. */
export type Progress = {
  line: (text: string) => void
  /** Shows the label while the work is under way, and the seconds it took when it is done. */
  step: <T>(label: string, work: () => Promise<T>) => Promise<T>
}

export function createProgress(write: (text: string) => void): Progress {
  let step: { isLineOpen: boolean } | null = null
  return {
    line(text) {
      if (step?.isLineOpen) write('\n')
      write(step === null ? `${text}\n` : `  ${text}\n`)
      if (step !== null) step.isLineOpen = false
    },
    async step(label, work) {
      const current = { isLineOpen: true }
      const start = performance.now()
      step = current
      write(`${label} …`)
      try {
        const result = await work()
        const seconds = ((performance.now() - start) / 1000).toFixed(1)
        write(current.isLineOpen ? ` ${seconds} s\n` : `${label}: ${seconds} s\n`)
        return result
      } catch (error) {
        if (current.isLineOpen) write('\n')
        throw error
      } finally {
        step = null
      }
    },
  }
}
