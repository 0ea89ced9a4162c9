import { tmpdir } from 'node:os'
import cookie from '@fastify/cookie'
import { storeSettings } from '@vitrine/config'
import { createObjectChecksums, createSigningKeyCipher } from '@vitrine/contracts'
import { refuseUnknownQueries } from '@vitrine/http'
import { createMetrics } from '@vitrine/metrics'
import { assembleAccounts } from './assembly/accounts.js'
import { startChanges } from './assembly/changes.js'
import { connectClients } from './assembly/clients.js'
import { serveConsole } from './assembly/console.js'
import { reportHealth } from './assembly/health.js'
import { createHttpApp, type LogStream, prepareCalls } from './assembly/http.js'
import { startImages } from './assembly/images.js'
import { startJobs } from './assembly/jobs.js'
import { assembleServices } from './assembly/services.js'
import { countEvents } from './assembly/statistics.js'
import { createBudgets } from './changes/budgets.js'
import { createAnswerCipher } from './changes/idempotency/answer-cipher.js'
import type { Config } from './config.js'
import { registerRoutes } from './routes.js'
import { createKeyring } from './secrets/keyring.js'
import { createSignedObjects } from './storage/signed-objects.js'
import { useWorkFolder } from './storage/work-folder.js'

export type BuildOptions = {
  logStream?: LogStream
  /** The wall clock for call limits, ms; the system's by default. */
  now?: () => number
}

/** Assembles management-api from clients, services and routes. Clients connect lazily. */
export async function buildApp(config: Config, options: BuildOptions = {}) {
  const { logStream, now = Date.now } = options
  const metrics = createMetrics()
  const app = await createHttpApp(config, metrics, logStream)
  const { database, feed, cache, store } = connectClients(app, config)
  const limits = await prepareCalls(app, { config, cache, metrics, now })

  const images = startImages(app, config, metrics)
  const objectSecrets = storeSettings.objectSecretsOf(config)
  const checksums = createObjectChecksums(objectSecrets)
  const signingKeyCipher = createSigningKeyCipher(objectSecrets)
  const objects = createSignedObjects({ store, metrics, log: app.log, checksums })
  const workFolder = useWorkFolder(app, config.UPLOAD_DIR ?? tmpdir())
  const keyring = createKeyring(config)

  const { AUDIT_EVERY: auditEvery } = config
  const changes = startChanges(app, { database, feed, cache, metrics, auditEvery })
  const storage = { store, objects, workFolder }
  const forJobs = { config, database, ...storage, signingKeyCipher, images, keyring, changes }
  const jobs = startJobs(app, forJobs)
  countEvents(app, { database, cache, metrics })
  const budgets = createBudgets({ database, config })

  const parts = { config, database, changes, jobs, budgets, metrics }
  const people = await assembleAccounts(app, { ...parts, cache, keyring })
  const { outbox } = people
  const forServices = { ...parts, store, objects, signingKeyCipher, images: images.uploads }
  const services = assembleServices(app, { ...forServices, outbox })

  await app.register(cookie)
  reportHealth(app, { database, feed, cache, store })
  serveConsole(app, { store, checksums, publicUrl: config.PUBLIC_URL })
  refuseUnknownQueries(app)
  await registerRoutes(app, {
    ...services,
    database,
    limits,
    changes,
    budgets,
    people,
    idempotency: { database, cipher: createAnswerCipher(keyring), propagated: changes.propagated },
    uploads: { maxBytes: config.MAX_UPLOAD_BYTES, workFolder },
  })
  return app
}
