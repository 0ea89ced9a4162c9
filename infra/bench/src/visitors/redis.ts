import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '@vitrine/local/debian'
import { findFreePort } from '@vitrine/local/programs'
import { until } from '@vitrine/testing'

/** A Redis that keeps its data in an append-only file, and can be killed and started again. */
export async function startDurableRedis(log: (line: string) => void) {
  // Redis is one program, which acts by the name that it is called by.
  const { program, env } = await findProgram(
    { name: 'redis-check-rdb', packageName: 'redis-tools' },
    log,
  )
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-redis-'))
  const port = await findFreePort()
  let server: ChildProcess
  const start = async () => {
    const durable = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction']
    server = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...durable],
      {
        env: { ...process.env, ...env },
        stdio: 'ignore',
        argv0: 'redis-server',
      },
    )
    await until(() => isListening(port))
  }
  const kill = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    restart: async () => {
      await kill()
      await start()
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
