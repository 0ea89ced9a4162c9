import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteData } from '@vitrine/local/backends'
import { noRateLimits } from '@vitrine/local/services'
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
  const members: Member[] = []
  const dispose = async () => {
    await Promise.all(members.map((member) => member.dispose()))
    await rm(logFolder, { recursive: true, force: true })
  }
  const settings = {
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
  const start = async (service: 'delivery' | 'management-api', index: number) => {
    const name = `${service === 'delivery' ? 'delivery' : 'manager'}-${index}`
    const member = await createMember({
      name,
      service,
      settings,
      backends: backends.env,
      logFolder,
    })
    members.push(member)
    return member
  }
  try {
    const [managers, replicas] = await Promise.all([
      Promise.all(Array.from({ length: options.managers }, (_, i) => start('management-api', i))),
      Promise.all(Array.from({ length: options.replicas }, (_, i) => start('delivery', i))),
    ])
    return { managers, replicas, backends, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

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
