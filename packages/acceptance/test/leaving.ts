import { type RunningService, type ServiceName, startService } from '@vitrine/local/services'
import { until } from '@vitrine/testing'
import type { Test } from 'tap'
import { environment } from './services.js'

/** Longer than any test, because the tests end the delay with a second signal. */
export const longDelay = { SHUTDOWN_DELAY_SECONDS: '300' }

export async function start(t: Test, name: ServiceName, settings: Record<string, string>) {
  const env = { ...environment('http://vitrine.test'), ...settings }
  const service = await startService({ name, env, log: () => undefined })
  t.teardown(() => service.stop('SIGKILL'))
  const status = async () => (await fetch(`${service.url}/readyz`)).status
  await until(async () => (await status()) === 200)
  return service
}

/** Resolves when the first signal has taken effect. */
export async function leave(service: RunningService, signal: NodeJS.Signals = 'SIGTERM') {
  process.kill(service.pid, signal)
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503)
}
