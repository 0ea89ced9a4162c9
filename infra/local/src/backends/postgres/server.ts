import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgramGroup } from '../../process/group.js'
import { untilReady } from '../../process/outcome.js'
import type { Program, RunningProgram } from '../../process/program.js'
import type { Account } from './account.js'
import type { Distribution } from './distribution.js'

type ServerOptions = {
  cluster: string
  port: number
  distribution: Distribution
  account: Account | null
  group: ProgramGroup
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // Safe against the crash of any process; only a crash of the operating system can lose data.
  fsync: 'off',
  full_page_writes: 'off',
  log_timezone: 'UTC',
}

/** Starts the server and waits until it accepts connections. */
export async function startPostgres(options: ServerOptions): Promise<RunningProgram> {
  const server = await options.group.start(postgresProgram(options))
  await untilReady(server, () => isReady(options.cluster, server.pid))
  return server
}

function postgresProgram({ cluster, port, distribution, account }: ServerOptions): Program {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return {
    name: 'postgres',
    command: distribution.postgres,
    args: ['-D', cluster, '-p', String(port), ...flags],
    env: { PATH: process.env.PATH },
    cwd: '/',
    account: account ?? undefined,
    // SIGINT is a fast shutdown; SIGTERM would wait until every client has disconnected.
    stopSignal: 'SIGINT',
  }
}

/** Same check as pg_ctl: line 1 of the file is the server's pid, line 8 its state. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false // The server has not written it yet.
  }
}
