import { findFreePort } from '@vitrine/local/programs'
import {
  noRateLimits,
  type RunningService,
  type ServiceName,
  startService,
} from '@vitrine/local/services'
import { backendSettings } from '@vitrine/testing'
import type { Test } from 'tap'

export function environment(publicUrl: string): Record<string, string> {
  return {
    ...backendSettings(),
    PUBLIC_URL: publicUrl,
    JWT_SECRET: 'the-same-secret-on-every-instance-of-it',
    BCRYPT_COST: '10',
    // Without this, a killed replica would block all writers while Redis is down, in other suites
    // too.
    REDIS_GRACE_SECONDS: '0',
    // Other suites call from this address at the same time, and Redis counts them together.
    LOGINS_PER_ADDRESS_PER_MINUTE: '1000000',
    REGISTRATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
    ...noRateLimits,
    LOG_LEVEL: 'info',
    // A process that uses a deprecated function exits, and its suite fails.
    NODE_OPTIONS: '--throw-deprecation',
  }
}

export type Services = {
  management: RunningService
  delivery: [RunningService, ...RunningService[]]
}

/**
 * Starts both services as processes, with any number of delivery replicas. URLs in responses point
 * to the first.
 */
export async function startServices(
  t: Test,
  { replicas = 1, settings = {} }: { replicas?: number; settings?: Record<string, string> } = {},
): Promise<Services> {
  const port = await findFreePort()
  const env = { ...environment(`http://127.0.0.1:${port}`), ...settings }
  const start = async (name: ServiceName, more: Record<string, string> = {}) => {
    const service = await startService({ name, env: { ...env, ...more }, log: () => undefined })
    t.teardown(() => service.stop())
    return service
  }
  const [management, first, ...others] = await Promise.all([
    start('management-api'),
    start('delivery', { PORT: String(port) }),
    ...Array.from({ length: replicas - 1 }, () => start('delivery')),
  ])
  return { management, delivery: [first, ...others] }
}
