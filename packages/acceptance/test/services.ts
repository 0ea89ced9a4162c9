import { findFreePort } from '@vitrine/local/programs'
import {
  noRateLimits,
  type RunningService,
  type ServiceName,
  startService,
} from '@vitrine/local/services'
import { backendSettings } from '@vitrine/testing'
import { type Test, t as wholeProcess } from 'tap'

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

type Options = {
  replicas?: number
  settings?: Record<string, string>
  /** The path of another Node than this process runs on. */
  node?: string
}

let shared: Promise<Services> | undefined

/**
 * Both services as processes. URLs in responses point to the first replica of delivery.
 *
 * @param options without them, the files of this process share one of each service.
 */
export function startServices(t: Test, options?: Options): Promise<Services> {
  if (options !== undefined) return start(t, options)
  shared ??= start(wholeProcess, {})
  return shared
}

async function start(
  t: Pick<Test, 'teardown'>,
  { replicas = 1, settings = {}, node = process.execPath }: Options,
): Promise<Services> {
  const port = await findFreePort()
  const env = { ...environment(`http://127.0.0.1:${port}`), ...settings }
  const startOne = async (name: ServiceName, more: Record<string, string> = {}) => {
    const service = await startService({
      name,
      node,
      env: { ...env, ...more },
      log: () => undefined,
    })
    t.teardown(() => service.stop())
    return service
  }
  const [management, first, ...others] = await Promise.all([
    startOne('management-api'),
    startOne('delivery', { PORT: String(port) }),
    ...Array.from({ length: replicas - 1 }, () => startOne('delivery')),
  ])
  return { management, delivery: [first, ...others] }
}
