import { randomBytes } from 'node:crypto'
import type { BackendsEnv } from '@vitrine/local/backends'
import { withDatabase } from '@vitrine/prisma/with-database'
import type { Options } from '../options.js'
import { type Context, type Result, sumOf } from '../proof.js'
import { withBackends } from '../stack/backends.js'
import { type Cluster, startCluster } from './cluster.js'
import { postgresFailovers, redisFailovers } from './failovers.js'
import { createMachines, requirePrograms } from './machines.js'
import { redisPassword, startRedis } from './redis.js'
import { startHaproxy, startPgbouncer } from './routes.js'
import { databaseTimeoutMs, proveFailovers } from './trials.js'

/**
 * Runs both services on Postgres by Patroni, behind HAProxy and then behind PgBouncer, and on Redis by Sentinel, with the files of
 * infra/backends. Machines are killed and stopped while clients read and change. Writes must be back in time. No acknowledged
 * change may be lost, and no later answer may be older than it. Published content must be delivered meanwhile.
 */
export async function proveBackends(options: Options, context: Context): Promise<Result> {
  requirePrograms()
  const machines = await createMachines()
  try {
    const cluster = await startCluster(machines, context.signal)
    try {
      const redis = await startRedis(machines)
      const haproxy = await startHaproxy(machines)
      context.log(`  three machines with Postgres, three with Redis, HAProxy at ${haproxy}`)
      const given = {
        DATABASE_URL: await createOwner(cluster, haproxy),
        REDIS_URL: `redis://:${redisPassword}@${haproxy}:6379`,
      }
      const onPostgres = postgresFailovers(cluster)
      return await withBackends(async (backends) => {
        const place = { options, context, backends }
        const direct = await proveFailovers(place, {
          label: 'HAProxy',
          failovers: [...onPostgres, ...redisFailovers(redis)],
          leastShare: 0.999,
        })
        await limitStatements(cluster, haproxy, backends.env)
        const pooled = await proveFailovers(place, {
          label: 'PgBouncer',
          failovers: onPostgres,
          // PgBouncer reaches a new leader up to half a second later than the connection that renews the lease.
          leastShare: 0.98,
          urls: await startPgbouncer(machines, { haproxy, env: backends.env }),
        })
        return sumOf([direct, pooled])
      }, given)
    } finally {
      await cluster.stop()
    }
  } finally {
    await machines.close()
  }
}

/** PgBouncer drops the time-out that the services send, so infra/PRODUCTION.md sets it for their roles. */
async function limitStatements(cluster: Cluster, host: string, env: BackendsEnv): Promise<void> {
  await withDatabase(cluster.url(host, 'postgres'), async (run) => {
    for (const url of [env.MANAGEMENT_DATABASE_URL, env.DELIVERY_DATABASE_URL]) {
      const { username } = new URL(url)
      await run(`ALTER ROLE "${username}" SET statement_timeout = ${databaseTimeoutMs}`)
    }
  })
}

/** The database, and the role that owns it and migrates it, as infra/PRODUCTION.md says. */
async function createOwner(cluster: Cluster, host: string): Promise<string> {
  const password = randomBytes(16).toString('hex')
  await withDatabase(cluster.url(host, 'postgres'), async (run) => {
    await run(`CREATE ROLE vitrine LOGIN CREATEROLE PASSWORD '${password}'`)
    await run('CREATE DATABASE vitrine OWNER vitrine')
  })
  return `postgresql://vitrine:${password}@${host}:5432/vitrine`
}
