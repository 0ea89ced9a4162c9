import { tmpdir } from 'node:os'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import { createLogCopy } from '@vitrine/cache'
import { createWriter, systemClock } from '@vitrine/coherence'
import { listOf, storeSettings } from '@vitrine/config'
import { createObjectChecksums } from '@vitrine/contracts'
import {
  compressAnswers,
  createApp,
  documentApi,
  documentationPage,
  metrics,
  refuseMalformedQueries,
  refuseUnknownQueries,
  separateProbes,
} from '@vitrine/http'
import { coherenceObserver, createMetrics } from '@vitrine/metrics'
import { assembleAccounts } from './assemble-accounts.js'
import { bodyLimits } from './body-limits.js'
import { startCallLimits } from './call-limits.js'
import { createChanges } from './changes.js'
import { connectClients } from './clients.js'
import { arrivalLimits, type Config } from './config.js'
import { documentation, page } from './documentation.js'
import { createSeal } from './idempotency/seal.js'
import { startImages } from './images.js'
import { createKeyring } from './keyring.js'
import { reportHealth } from './readiness.js'
import { createApiKeyService } from './resources/api-keys/service.js'
import { createAssetService } from './resources/assets/service.js'
import { startUploadQueue } from './resources/assets/start-upload-queue.js'
import { createAuditEventService } from './resources/audit-events/service.js'
import { createFolderService } from './resources/folders/service.js'
import { createInvitationService } from './resources/invitations/service.js'
import { createMemberService } from './resources/members/service.js'
import { createOrganizationService } from './resources/organizations/service.js'
import { createProjectService } from './resources/projects/service.js'
import { createBudgets } from './resources/usage/budgets.js'
import { createEmbedService } from './resources/widgets/embed-service.js'
import { createWidgetService } from './resources/widgets/service.js'
import { registerRoutes } from './routes.js'
import { createSignedObjects } from './signed-objects.js'
import { startJobs } from './start-jobs.js'
import { useWorkFolder } from './work-folder.js'

export type Options = {
  /** Where the log goes; stdout if left out. */
  logStream?: { write(line: string): void }
  /** The wall clock that calls are limited by, ms; the machine's if left out. */
  now?: () => number
}

/** Clients, services, routes: all of management-api, put together. Connects lazily. */
export async function buildApp(config: Config, options: Options = {}) {
  const { logStream, now = Date.now } = options
  const app = createApp({
    logLevel: config.LOG_LEVEL,
    bodyLimit: bodyLimits.small,
    trustedProxies: listOf(config.TRUSTED_PROXIES),
    arrival: arrivalLimits(config),
    ...(logStream ? { logStream } : {}),
  })
  if (config.PROBE_PORT !== undefined) separateProbes(app, config.LOG_LEVEL)
  await compressAnswers(app)
  const meter = createMetrics()
  metrics(app, meter)
  const { database, feed, cache, store } = connectClients(app, config)
  // Before the limits: a page of another origin can read their refusals, and preflights end here.
  await app.register(cors, {
    origin: listOf(config.CORS_ORIGINS),
    exposedHeaders: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
    maxAge: 600,
  })
  const limits = startCallLimits(app, { config, cache, metrics: meter, now })
  refuseMalformedQueries(app)
  await documentApi(app, documentation)
  await documentationPage(app, page)
  // Of people's accounts and what they manage: no cache keeps any of it.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  const images = startImages(app, config, meter)
  const objects = createSignedObjects({
    ...{ store, metrics: meter, log: app.log },
    checksums: createObjectChecksums(storeSettings.objectSecretsOf(config)),
  })

  const writer = createWriter({
    authority: feed,
    copy: createLogCopy({ cache }),
    buses: [cache.bus, feed.bus],
    clock: systemClock(),
    observer: coherenceObserver(meter, app.log),
    auditEvery: config.AUDIT_EVERY,
  })
  const changes = createChanges({ database, writer })
  const keyring = createKeyring(config)
  const workFolder = useWorkFolder(app, config.UPLOAD_DIR ?? tmpdir())
  app.addHook('onReady', async () => writer.start())
  app.addHook('onClose', async () => writer.stop())
  const jobs = startJobs(app, { config, database, store, objects, images, workFolder, keyring })
  const budgets = createBudgets({ database, config })
  const people = await assembleAccounts(app, {
    ...{ config, database, cache, changes, jobs, budgets, keyring },
    metrics: meter,
  })
  const organizations = createOrganizationService({ database, changes, jobs, budgets })
  const members = createMemberService({ database, changes })
  const invitations = createInvitationService({
    ...{ database, changes, budgets },
    postbox: people.postbox,
  })
  const projects = createProjectService({ database, changes, jobs, budgets })
  const folders = createFolderService({ database, changes })
  const publicUrl = config.PUBLIC_URL
  const assets = createAssetService({
    ...{ database, store, objects, changes, jobs, budgets, publicUrl },
    images: images.uploads,
    uploadQueue: startUploadQueue(config, meter),
  })
  const widgets = createWidgetService({ database, changes, jobs, budgets })
  const embed = createEmbedService({ database, publicUrl })
  app.addHook('onClose', () => embed.close())
  const apiKeys = createApiKeyService({ database, changes, budgets })
  const auditEvents = createAuditEventService({ database })
  const idempotency = {
    database,
    seal: createSeal(keyring),
    settled: changes.settled,
  }
  const uploads = { maxBytes: config.MAX_UPLOAD_BYTES, workFolder }

  await app.register(cookie)
  reportHealth(app, { database, feed, cache, store })

  refuseUnknownQueries(app)
  await registerRoutes(app, {
    ...{ database, limits, changes, idempotency, people, organizations, members, invitations },
    ...{ auditEvents, budgets, projects, apiKeys, folders, assets, uploads, widgets, embed },
  })
  return app
}
