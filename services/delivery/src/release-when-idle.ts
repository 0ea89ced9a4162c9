import type { App } from '@vitrine/http'

type Options = {
  /** Releases data that is cheap to load again. */
  release: () => void
  /** Collects all garbage: `gc` of Node's `--expose-gc`. Without it no memory is released. */
  collect: (() => void) | undefined
}

const everyMs = 10_000

/**
 * Releases the memory of a burst of requests. V8 does not shrink its heap until it collects garbage, which
 * it does not do while the process is idle. This runs once per idle period of ten seconds. Probes do not
 * end an idle period.
 */
export function releaseMemoryWhenIdle(app: App, { release, collect }: Options): void {
  if (collect === undefined) return
  let hasWorked = false
  let hasReleased = true
  app.addHook('onResponse', ({ routeOptions }, _reply, done) => {
    if (routeOptions.config.isProbe !== true) hasWorked = true
    done()
  })
  const timer = setInterval(() => {
    if (!hasWorked && !hasReleased) {
      release()
      // The second collection frees what the first one finds.
      collect()
      collect()
    }
    hasReleased = !hasWorked
    hasWorked = false
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
