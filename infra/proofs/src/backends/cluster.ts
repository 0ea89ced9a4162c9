import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningProgram, untilReady } from '@vitrine/local/programs'
import { withDatabase } from '@vitrine/prisma/with-database'
import { type Machines, postgresFolder, settingsOf } from './machines.js'

const password = 'of-the-superuser'
/** All machines connect from this network, whose every address is this one. */
const network = '127.0.0.0/8'
const wholeLimitMs = 180_000
const pollMs = 200

type State = { members: { name: string; role: string; state: string; host: string }[] }
type Member = { machine: number; name: string; dataFolder: string; patroni: RunningProgram }

/** Three machines with Postgres and Patroni by infra/backends/patroni.yaml, and one etcd. */
export async function startCluster(machines: Machines, signal: AbortSignal) {
  const etcd = await startEtcd(machines)
  const start = (machine: number) => startMember(machines, machine)
  const members: Member[] = []

  const read = async (): Promise<State | null> => {
    for (const { machine } of members) {
      const url = `http://${machines.address(machine)}:8008/cluster`
      const response = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => null)
      if (response?.ok) return (await response.json()) as State
    }
    return null
  }
  /** Resolves when both standbys follow the leader, one of them synchronously. */
  const untilWhole = async (): Promise<void> => {
    const limit = performance.now() + wholeLimitMs
    for (;;) {
      signal.throwIfAborted()
      const state = await read()
      const leader = state?.members.find(({ role }) => role === 'leader')
      const isChosen = state?.members.some(({ role }) => role === 'sync_standby')
      if (leader !== undefined && isChosen) {
        const following = await countStandbys(urlOf(leader.host, 'postgres')).catch(() => 0)
        if (following === members.length - 1) return
      }
      if (performance.now() > limit) throw new Error(`Patroni: ${JSON.stringify(state)}`)
      await sleep(pollMs)
    }
  }
  const withRole = async (role: string): Promise<Member> => {
    const state = await read()
    const found = state?.members.find((member) => member.role === role)
    const member = members.find(({ name }) => name === found?.name)
    if (member === undefined) throw new Error(`Patroni has no ${role}: ${JSON.stringify(state)}`)
    return member
  }

  const first = await start(1)
  members.push(first)
  await untilReady(first.patroni, async () => {
    signal.throwIfAborted()
    return (await read())?.members[0]?.role === 'leader'
  })
  members.push(...(await Promise.all([start(2), start(3)])))
  await untilWhole()

  return {
    /** The user who made the cluster. @param host of the router in front of it. */
    url: urlOf,
    untilWhole,
    withRole,
    /** As if its machine had lost power. */
    killMachine: async ({ dataFolder, patroni }: Member): Promise<void> => {
      const pids = processesOf(dataFolder)
      const ended = patroni.stop('SIGKILL')
      for (const pid of pids) send(pid, 'SIGKILL')
      await ended
    },
    /** Postgres crashes; Patroni goes on. */
    killServer: ({ dataFolder }: Member): void => send(postmasterOf(dataFolder), 'SIGKILL'),
    /** The machine stands still and answers nothing, and its connections stay open. */
    freeze: ({ dataFolder, patroni }: Member) => {
      const pids = [patroni.pid, ...processesOf(dataFolder)]
      for (const pid of pids) send(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) send(pid, 'SIGCONT')
      }
    },
    /** Starts a machine again. */
    revive: async (member: Member): Promise<void> => {
      member.patroni = (await start(member.machine)).patroni
    },
    /** Patroni ends its server with it. */
    stop: async (): Promise<void> => {
      await Promise.all(members.map(({ patroni }) => patroni.stop()))
      for (const { dataFolder } of members) {
        for (const pid of processesOf(dataFolder)) send(pid, 'SIGKILL')
      }
      await etcd.stop()
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const urlOf = (host: string, database: string): string =>
  `postgresql://postgres:${password}@${host}:5432/${database}`

const countStandbys = (leader: string): Promise<number> =>
  withDatabase(leader, async (run) => {
    const [[count] = []] = await run(`
      SELECT count(*)::int FROM pg_stat_replication
      WHERE state = 'streaming' AND application_name LIKE 'postgres_'`)
    return Number(count)
  })

async function startEtcd(machines: Machines): Promise<RunningProgram> {
  const address = `http://${machines.address(1)}`
  return machines.start({
    name: 'etcd',
    label: 'etcd',
    args: [
      `--data-dir=${machines.folder('etcd')}`,
      `--listen-client-urls=${address}:2379`,
      `--advertise-client-urls=${address}:2379`,
      `--listen-peer-urls=${address}:2380`,
      `--initial-advertise-peer-urls=${address}:2380`,
      `--initial-cluster=default=${address}:2380`,
    ],
  })
}

async function startMember(machines: Machines, machine: number): Promise<Member> {
  const name = `postgres${machine}`
  const address = machines.address(machine)
  const folder = machines.folder(name)
  const dataFolder = join(folder, 'data')
  // Patroni merges the files of a folder. All machines are this one, where sockets of the same port would have the same path.
  const settings = machines.folder(`${name}-settings`)
  const own = settingsOf('patroni.yaml').replaceAll(/10\.0\.0\.0\/\d+/g, network)
  machines.write(join(settings, '1.yaml'), own)
  machines.write(
    join(settings, '2.yaml'),
    `postgresql: { parameters: { unix_socket_directories: '${folder}' } }\n`,
  )
  const patroni = await machines.start({
    name: 'patroni',
    label: name,
    args: [settings],
    env: {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `${machines.address(1)}:2379`,
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_RESTAPI_USERNAME: 'patroni',
      PATRONI_RESTAPI_PASSWORD: 'of-patroni',
      PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: dataFolder,
      PATRONI_POSTGRESQL_BIN_DIR: postgresFolder() ?? '',
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: 'of-the-replication',
    },
  })
  return { machine, name, dataFolder, patroni }
}

/** The pid in the first line of the file. */
function postmasterOf(dataFolder: string): number {
  try {
    return Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  } catch {
    return 0 // It does not run.
  }
}

/** The server and its children. */
function processesOf(dataFolder: string): number[] {
  const postmaster = postmasterOf(dataFolder)
  try {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    return [postmaster, ...children.trim().split(' ').filter(Boolean).map(Number)]
  } catch {
    return [] // It has ended.
  }
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, name)
  } catch {
    // It has ended.
  }
}
