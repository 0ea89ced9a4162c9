import type { App } from '@vitrine/http'

const everyMs = 10_000

/**
 * Gives back, after a burst, the memory that it took: V8 keeps a heap as large as it ever was until it
 * collects garbage, which it has no reason to do when nothing is asked for. Once per pause of ten seconds.
 *
 * @param collect collects all garbage: `gc`, of Node's `--expose-gc`; without, nothing is given back.
 */
export function giveBackAtRest(app: App, collect: (() => void) | undefined): void {
  if (collect === undefined) return
  let hasWorked = false
  let hasRested = true
  app.server.on('request', () => {
    hasWorked = true
  })
  const timer = setInterval(() => {
    if (!hasWorked && !hasRested) collect()
    hasRested = !hasWorked
    hasWorked = false
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
