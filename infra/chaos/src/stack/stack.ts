import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteData } from '@vitrine/local/backends'
import { noRateLimits, type ServiceName } from '@vitrine/local/services'
import { type Rule, settingsWithout } from '@vitrine/proofs'
import { type PrivateBackends, startPrivateBackends } from './backends.js'
import { createMember, type Member } from './member.js'

export type StackOptions = {
  replicas: number
  managers: number
  /** Rules of packages/coherence that the services are started without. */
  without?: readonly Rule[]
  settings?: Readonly<Record<string, string>>
}

/** Processes of both services. Several stacks may share the backends. */
export async function startStack(backends: PrivateBackends, options: StackOptions) {
  const logFolder = await mkdtemp(join(tmpdir(), 'vitrine-chaos-'))
  const settings = await settingsOf(backends, options, logFolder)
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

async function settingsOf(
  backends: PrivateBackends,
  options: StackOptions,
  logFolder: string,
): Promise<Readonly<Record<string, string>>> {
  return {
    ...backends.env,
    ...noRateLimits,
    PUBLIC_URL: 'http://vitrine.test',
    JWT_SECRET: 'signs-access-tokens-while-there-is-chaos',
    BCRYPT_COST: '10',
    ACCESS_TOKEN_SECONDS: '86400',
    REGISTRATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
    // Short enough to end while there are faults.
    REDIS_GRACE_SECONDS: '20',
    LOG_LEVEL: 'warn',
    ...(await settingsWithout(options.without ?? [], logFolder)),
    ...options.settings,
  }
}

const disposeOf = (member: Member): Promise<void> => member.dispose()

export type Stack = Awaited<ReturnType<typeof startStack>>

/** Calls `use` with private backends that have a data folder of their own. */
export async function withBackends<Result>(
  use: (backends: PrivateBackends) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-chaos-'))
  try {
    const backends = await startPrivateBackends(dataDir)
    try {
      return await use(backends)
    } finally {
      await backends.stop()
    }
  } finally {
    await deleteData(dataDir, () => undefined)
  }
}
