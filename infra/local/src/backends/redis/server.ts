import { connect } from 'node:net'
import type { ProgramGroup } from '../../process/group.js'
import { untilReady } from '../../process/outcome.js'
import type { RunningProgram } from '../../process/program.js'
import type { RedisDistribution } from './distribution.js'

type ServerOptions = {
  folder: string
  port: number
  password: string
  /** Whether its data outlives it: every write goes to a file, which is synchronized once a second. */
  isDurable: boolean
  distribution: RedisDistribution
  group: ProgramGroup
}

/** Generous, because a busy machine may take seconds to answer. */
const probeTimeoutMs = 10_000

/** Starts the server and waits until it answers. */
export async function startRedis(options: ServerOptions): Promise<RunningProgram> {
  const { folder, port, password, isDurable, distribution } = options
  const server = await options.group.start({
    name: 'redis',
    command: distribution.program,
    args: ['-'],
    // Passed on stdin, because other users can see a password in the arguments.
    input: [
      'bind 127.0.0.1',
      `port ${port}`,
      `requirepass ${password}`,
      `dir "${folder}"`,
      'save ""',
      `appendonly ${isDurable ? 'yes' : 'no'}`,
      '',
    ].join('\n'),
    env: { PATH: process.env.PATH, ...distribution.env },
    cwd: folder,
  })
  await untilReady(server, () => answersPing(port, password))
  return server
}

function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`AUTH ${password}\r\nPING\r\n`)
    })
    let reply = ''
    const finish = (isReady: boolean) => {
      socket.destroy()
      resolve(isReady)
    }
    socket.setTimeout(probeTimeoutMs, () => finish(false))
    socket.on('error', () => finish(false)).on('close', () => finish(false))
    socket.on('data', (bytes) => {
      reply += String(bytes)
      if (reply.includes('+PONG\r\n')) finish(true)
      else if (reply.includes('-')) finish(false)
    })
  })
}
