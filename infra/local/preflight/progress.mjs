/*
 * Progress output for a terminal. The bootstrap uses it before anything is installed, so it uses
 * only Node's built-in modules.
 */

const signEveryMs = 5_000

const everyMs = (milliseconds, call) => {
  const timer = setInterval(call, milliseconds)
  return () => clearInterval(timer)
}

/** `every` calls its callback repeatedly until the function it returns is called. */
export function createProgress(write, every = everyMs) {
  let step = null
  return {
    line(text) {
      if (step?.isLineOpen) write('\n')
      write(step === null ? `${text}\n` : `  ${text}\n`)
      if (step === null) return
      step.isLineOpen = false
      step.hasLines = true
    },
    /** `describe` says how far the work is, such as "120 of 480"; it may return null. */
    async step(label, work, describe = () => null) {
      const current = { isLineOpen: true, hasLines: false }
      const start = performance.now()
      const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
      step = current
      write(`${label} …`)
      const stopSigns = every(signEveryMs, () => {
        const far = describe()
        if (far !== null) write(` ${far}`)
        else write(current.isLineOpen ? '.' : '  …')
        current.isLineOpen = true
      })
      try {
        const result = await work()
        if (current.isLineOpen && current.hasLines) write('\n')
        write(current.hasLines ? `${label}: ${seconds()} s\n` : ` ${seconds()} s\n`)
        return result
      } catch (error) {
        if (current.isLineOpen) write('\n')
        throw error
      } finally {
        stopSigns()
        step = null
      }
    },
  }
}
