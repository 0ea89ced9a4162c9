import { randomInt } from 'node:crypto'
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverAccount } from '@vitrine/local/account'
import { findOnPath, type RunningProgram, readVersion, startProgram } from '@vitrine/local/programs'

const settingsFolder = new URL('../../../backends/', import.meta.url)
const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'redis-server': 'redis-server',
  'redis-sentinel': 'redis-sentinel',
} as const

type Name = keyof typeof packages

/** A file of infra/backends, as an operator copies it. */
export const settingsOf = (name: string): string =>
  readFileSync(new URL(name, settingsFolder), 'utf8')

/**
 * Debian 12 has 3.0.2. With etcd's API of version 3, a leader of it that has stood still takes its key back from the new leader,
 * and what that one has acknowledged is lost.
 */
const oldestPatroni = '3.0.3'

/** @throws a sentence with what to install. */
export function requirePrograms(): void {
  const missing = (Object.keys(packages) as Name[]).filter((name) => pathOf(name) === null)
  const isPostgresThere = postgresFolder() !== null
  if (missing.length === 0 && isPostgresThere) {
    requirePatroni()
    return
  }
  const names = [
    ...missing.map((name) => packages[name]),
    ...(isPostgresThere ? [] : ['postgresql']),
  ]
  throw new Error(`as root: apt-get install --no-install-recommends ${names.join(' ')}`)
}

function requirePatroni(): void {
  const text = readVersion(pathOf('patroni') ?? 'patroni', process.env) ?? ''
  const [version = '0'] = /[\d.]+/.exec(text) ?? []
  if (version.localeCompare(oldestPatroni, undefined, { numeric: true }) >= 0) return
  throw new Error(
    `Patroni on PATH is ${version}; put ${oldestPatroni} or newer before it, for example by pip install 'patroni[etcd3,psycopg3]' in a virtual environment`,
  )
}

// An ordinary user's PATH lacks the folders in which Debian puts servers.
const pathOf = (name: Name) => findOnPath(name, `${process.env.PATH}:/usr/sbin`)

/** The programs of the newest Postgres, which Debian does not put on PATH. */
export function postgresFolder(): string | null {
  const versions = '/usr/lib/postgresql'
  try {
    const [newest] = readdirSync(versions).sort((a, b) => Number(b) - Number(a))
    return newest === undefined ? null : join(versions, newest, 'bin')
  } catch {
    return null // There is no Postgres of Debian.
  }
}

type Start = {
  name: Name
  /** Names its folder and its log. */
  label: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
}

/**
 * The machines of an installation: loopback addresses of their own, so that each server has its usual port. Linux has all
 * of 127.0.0.0/8.
 */
export async function createMachines() {
  const network = `127.${randomInt(2, 255)}.${randomInt(1, 255)}`
  const account = serverAccount()
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-machines-'))
  if (account !== null) chownSync(folder, account.uid, account.gid)
  const running = new Set<RunningProgram>()

  return {
    /** Of machine 1, 2, 3 or, for the routers, 10. */
    address: (machine: number): string => `${network}.${machine}`,
    /** A folder of the account that runs the servers. */
    folder: (label: string): string => {
      const path = join(folder, label)
      mkdirSync(path, { recursive: true, mode: 0o700 })
      if (account !== null) chownSync(path, account.uid, account.gid)
      return path
    },
    /** A file of that account, which may not enter the clone. */
    write: (path: string, text: string): void => {
      writeFileSync(path, text, { mode: 0o600 })
      if (account !== null) chownSync(path, account.uid, account.gid)
    },
    start: async ({ name, label, args, env = {} }: Start): Promise<RunningProgram> => {
      const program = await startProgram(
        {
          name,
          command: pathOf(name) ?? name,
          args,
          env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
          cwd: folder,
          account: account ?? undefined,
        },
        { logFile: join(folder, `${label}.log`) },
      )
      running.add(program)
      void program.exited.then(() => running.delete(program))
      return program
    },
    close: async (): Promise<void> => {
      await Promise.all([...running].map((program) => program.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Machines = Awaited<ReturnType<typeof createMachines>>
