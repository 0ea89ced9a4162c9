import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProgram } from '@vitrine/local/programs'
import { type Machines, settingsOf } from './machines.js'

export const redisPassword = 'of-redis'
const pollMs = 200
const timeoutMs = 2000
const wholeLimitMs = 60_000

/** Three machines with Redis and Sentinel by infra/backends; the first one is the primary. */
export async function startRedis(machines: Machines) {
  const servers = new Map<number, RunningProgram>()
  const all = [1, 2, 3]
  for (const machine of all) {
    prepare(machines, machine)
    servers.set(machine, await startServer(machines, machine))
  }
  for (const machine of all) await startSentinel(machines, machine)

  const isPrimary = async (machine: number): Promise<boolean> => {
    const text = await ask(machines.address(machine), 6379, 'INFO replication').catch(() => '')
    return /role:master[^#]*min_slaves_good_slaves:[1-9]/.test(text)
  }
  const primary = async (): Promise<number> => {
    const limit = performance.now() + wholeLimitMs
    for (;;) {
      for (const machine of all) if (await isPrimary(machine)) return machine
      if (performance.now() > limit) throw new Error('no Redis is a primary with a replica')
      await sleep(pollMs)
    }
  }
  /** Resolves when the primary has both replicas. */
  const untilWhole = async (): Promise<void> => {
    const limit = performance.now() + wholeLimitMs
    for (;;) {
      const address = machines.address(await primary())
      const text = await ask(address, 6379, 'INFO replication').catch(() => '')
      if (text.includes('min_slaves_good_slaves:2')) return
      if (performance.now() > limit) throw new Error(`Redis: ${text}`)
      await sleep(pollMs)
    }
  }
  await untilWhole()

  return {
    untilWhole,
    primary,
    kill: async (machine: number): Promise<void> => {
      await servers.get(machine)?.stop('SIGKILL')
    },
    revive: async (machine: number): Promise<void> => {
      servers.set(machine, await startServer(machines, machine))
    },
  }
}

export type RedisGroup = Awaited<ReturnType<typeof startRedis>>

const folderOf = (machines: Machines, machine: number) => machines.folder(`redis${machine}`)

/** It announces its address, since all machines connect from the same one. Redis writes its file when it becomes a primary or a replica. */
function prepare(machines: Machines, machine: number): void {
  const file = join(folderOf(machines, machine), 'redis.conf')
  const own = [
    `bind ${machines.address(machine)}`,
    `replica-announce-ip ${machines.address(machine)}`,
    `requirepass ${redisPassword}`,
    `masterauth ${redisPassword}`,
    ...(machine === 1 ? [] : [`replicaof ${machines.address(1)} 6379`]),
  ]
  machines.write(file, [settingsOf('redis.conf'), ...own, ''].join('\n'))
}

function startServer(machines: Machines, machine: number): Promise<RunningProgram> {
  const folder = folderOf(machines, machine)
  return machines.start({
    name: 'redis-server',
    label: `redis${machine}`,
    args: [join(folder, 'redis.conf'), '--dir', folder],
  })
}

function startSentinel(machines: Machines, machine: number): Promise<RunningProgram> {
  const folder = machines.folder(`sentinel${machine}`)
  const file = join(folder, 'sentinel.conf')
  const own = [
    `bind ${machines.address(machine)}`,
    `sentinel announce-ip ${machines.address(machine)}`,
    `sentinel auth-pass vitrine ${redisPassword}`,
  ]
  const settings = settingsOf('sentinel.conf').replaceAll('10.0.0.1', machines.address(1))
  machines.write(file, [settings, ...own, ''].join('\n'))
  return machines.start({
    name: 'redis-sentinel',
    label: `sentinel${machine}`,
    args: [file],
  })
}

/** One command over a connection of its own. */
function ask(host: string, port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host)
    let text = ''
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`${command}: no answer`)))
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      text += String(bytes)
    })
    socket.on('end', () => resolve(text))
    socket.write(`AUTH ${redisPassword}\r\n${command}\r\nQUIT\r\n`)
  })
}
