import { connect } from 'node:net'
import { join } from 'node:path'
import type { BackendsEnv } from '@vitrine/local/backends'
import { untilReady } from '@vitrine/local/programs'
import { type Machines, settingsOf } from './machines.js'
import { redisPassword } from './redis.js'

/** HAProxy by infra/backends/haproxy.cfg. @returns its address, on which Postgres and Redis have their usual ports. */
export async function startHaproxy(machines: Machines): Promise<string> {
  const listen = machines.address(10)
  const running = await machines.start({
    name: 'haproxy',
    label: 'haproxy',
    args: ['-db', '-f', copyOf(machines, 'haproxy.cfg')],
    env: {
      LISTEN: listen,
      MACHINE_1: machines.address(1),
      MACHINE_2: machines.address(2),
      MACHINE_3: machines.address(3),
      REDIS_PASSWORD: redisPassword,
    },
  })
  // While no server is up it closes connections at once.
  await untilReady(running, async () => (await stays(listen, 5432)) && (await stays(listen, 6379)))
  return listen
}

/** Addresses of both services: those of PgBouncer, and of the server for the connection that listens. */
export type PooledUrls = Awaited<ReturnType<typeof startPgbouncer>>

/** PgBouncer by infra/backends/pgbouncer.ini, which leads to HAProxy. */
export async function startPgbouncer(
  machines: Machines,
  { haproxy, env }: { haproxy: string; env: BackendsEnv },
) {
  const { MANAGEMENT_DATABASE_URL: management, DELIVERY_DATABASE_URL: delivery } = env
  const listen = machines.address(11)
  const folder = machines.folder('pgbouncer')
  const users = [management, delivery].map((url) => {
    const { username, password } = new URL(url)
    return `"${username}" "${decodeURIComponent(password)}"\n`
  })
  const userFile = join(folder, 'userlist.txt')
  machines.write(userFile, users.join(''))
  const file = join(folder, 'own.ini')
  machines.write(
    file,
    `[databases]
vitrine = host=${haproxy} port=5432
[pgbouncer]
listen_addr = ${listen}
auth_file = ${userFile}
unix_socket_dir =
%include ${copyOf(machines, 'pgbouncer.ini')}
`,
  )
  const running = await machines.start({
    name: 'pgbouncer',
    label: 'pgbouncer',
    args: [file],
  })
  await untilReady(running, () => stays(listen, 6432))
  const pooled = (url: string) => Object.assign(new URL(url), { host: `${listen}:6432` }).href
  return {
    MANAGEMENT_DATABASE_URL: pooled(management),
    MANAGEMENT_DATABASE_SESSION_URL: management,
    DELIVERY_DATABASE_URL: pooled(delivery),
    DELIVERY_DATABASE_SESSION_URL: delivery,
  }
}

/** The account of the servers may not enter the clone. */
function copyOf(machines: Machines, name: string): string {
  const file = join(machines.folder('settings'), name)
  machines.write(file, settingsOf(name))
  return file
}

/** Whether a connection is accepted and not closed within a moment. */
function stays(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    const finish = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.setTimeout(500, () => finish(true))
    socket.on('error', () => finish(false)).on('end', () => finish(false))
  })
}
