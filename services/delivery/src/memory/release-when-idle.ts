import type { App } from '@vitrine/http'

type Options = {
  /** Lets go of what can be had again at little cost. */
  letGo: () => void
  /** Collects all garbage: `gc`, of Node's `--expose-gc`. Without it nothing is given back. */
  collect: (() => void) | undefined
}

const everyMs = 10_000

/**
 * Gives back, after a burst, the memory that it took: V8 keeps a heap as large as it ever was until it
 * collects garbage, which it has no reason to do when nothing is asked for. Once per pause of ten seconds;
 * probes don't end a pause.
 */
export function giveBackAtRest(app: App, { letGo, collect }: Options): void {
  if (collect === undefined) return
  let hasWorked = false
  let hasRested = true
  const note = () => {
    hasWorked = true
  }
  app.onWarmAnswer(note)
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    if (!routeOptions.config.isProbe) note()
    done()
  })
  const timer = setInterval(() => {
    if (!hasWorked && !hasRested) {
      letGo()
      // What the first one finds is given back by the second.
      collect()
      collect()
    }
    hasRested = !hasWorked
    hasWorked = false
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
