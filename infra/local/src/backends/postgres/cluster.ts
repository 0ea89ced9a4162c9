import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ProgramGroup } from '../../process/group.js'
import type { Account } from './account.js'
import type { Distribution } from './distribution.js'

export const superuser = 'vitrine'
export const databaseName = 'vitrine'

type ClusterOptions = {
  home: string
  distribution: Distribution
  account: Account | null
  password: string
  group: ProgramGroup
}

/**
 * Opens the database cluster's folder with its single database; creates both on the first start.
 *
 * @throws if the folder belongs to another major version or is incomplete.
 */
export async function openCluster(options: ClusterOptions): Promise<string> {
  const folder = join(options.home, 'cluster')
  if (existsSync(folder)) {
    checkCluster(folder, options.distribution.major)
    return folder
  }
  // Renamed when complete, so that an interrupted start leaves no partial cluster.
  const incomplete = `${folder}.incomplete`
  rmSync(incomplete, { recursive: true, force: true })
  await createCluster(incomplete, options)
  renameSync(incomplete, folder)
  return folder
}

/** @throws if a server of that major version cannot open the folder. */
export function checkCluster(folder: string, major: number): void {
  const found = existsSync(join(folder, 'global/pg_control')) ? readMajor(folder) : null
  if (found === null) {
    throw new Error(
      `${folder} is not a complete Postgres data folder; \`npm start -- --reset\` starts with empty data`,
    )
  }
  if (found !== major) {
    throw new Error(
      `${folder} was made by Postgres ${found}, but the server found is Postgres ${major}; put Postgres ${found} on PATH, or start with empty data by \`npm start -- --reset\``,
    )
  }
}

async function createCluster(folder: string, options: ClusterOptions): Promise<void> {
  const { distribution, account, group } = options
  mkdirSync(folder, { mode: 0o700 })
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, options.password, { mode: 0o600 })
  if (account !== null) {
    for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid)
  }
  const common = { env: { PATH: process.env.PATH }, cwd: '/', account: account ?? undefined }
  try {
    await group.run({
      ...common,
      name: 'initdb',
      command: distribution.initdb,
      args: [
        '-D',
        folder,
        '-U',
        superuser,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--no-sync',
        ...localeOptions(distribution.major, process.platform),
      ],
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  await group.run({
    ...common,
    name: 'createdb',
    command: distribution.postgres,
    args: ['--single', '-D', folder, 'postgres'],
    input: `CREATE DATABASE ${databaseName}\n`,
  })
}

/** Unicode-aware case mapping with code point order, on platforms that support it. */
export function localeOptions(major: number, platform: NodeJS.Platform): string[] {
  if (major >= 17) {
    return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  }
  return [platform === 'linux' ? '--locale=C.UTF-8' : '--locale=C']
}

function readMajor(folder: string): number | null {
  try {
    return Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8'))
  } catch {
    return null // initdb writes it first: a folder without it is none of Postgres.
  }
}
