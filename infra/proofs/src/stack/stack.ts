import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noRateLimits, type ServiceName } from '@vitrine/local/services'
import { type PrivateBackends, withBackends } from './backends.js'
import { createMember, type Member } from './member.js'

type StackOptions = {
  replicas: number
  managers: number
  settings?: Readonly<Record<string, string>>
}

/** Of both services, in addition to the addresses of the backends. */
export const ownSettings = {
  ...noRateLimits,
  PUBLIC_URL: 'http://vitrine.test',
  JWT_SECRET: 'signs-access-tokens-while-there-is-chaos',
  BCRYPT_COST: '10',
  ACCESS_TOKEN_SECONDS: '86400',
  REGISTRATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
  // Short enough to end while there are faults.
  REDIS_GRACE_SECONDS: '20',
  LOG_LEVEL: 'warn',
}

/** Without faults, a busy machine must not look like an outage or an overload. */
export const patient = {
  DATABASE_TIMEOUT_MS: '15000',
  REDIS_TIMEOUT_MS: '15000',
  STORE_TIMEOUT_MS: '15000',
  RENDER_DEADLINE_MS: '60000',
}

/** Processes of both services. Several stacks may share the backends. */
export async function startStack(backends: PrivateBackends, options: StackOptions) {
  const logFolder = await mkdtemp(join(tmpdir(), 'vitrine-proofs-'))
  const settings = { ...backends.env, ...ownSettings, ...options.settings }
  const start = (service: ServiceName, label: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const name = `${label}-${index}`
      return createMember({ name, service, settings, backends: backends.env, logFolder })
    })
  const managers = start('management-api', 'manager', options.managers)
  const replicas = start('delivery', 'delivery', options.replicas)
  const starting = [...managers, ...replicas]
  const dispose = async () => {
    await Promise.all(starting.map((member) => member.then(disposeOf, () => undefined)))
    await rm(logFolder, { recursive: true, force: true })
  }
  try {
    await Promise.all(starting)
  } catch (error) {
    await dispose()
    throw error
  }
  return {
    managers: await Promise.all(managers),
    replicas: await Promise.all(replicas),
    backends,
    dispose,
  }
}

const disposeOf = (member: Member): Promise<void> => member.dispose()

export type Stack = Awaited<ReturnType<typeof startStack>>

/** Calls `use` with a stack on private backends of its own. */
export const withStack = <Result>(
  options: StackOptions,
  use: (stack: Stack) => Promise<Result>,
): Promise<Result> =>
  withBackends(async (backends) => {
    const stack = await startStack(backends, options)
    try {
      return await use(stack)
    } finally {
      await stack.dispose()
    }
  })
