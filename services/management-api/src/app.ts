import { tmpdir } from 'node:os'
import cors from '@fastify/cors'
import { createCache, createLogCopy } from '@vitrine/cache'
import { createWriter, systemClock, type Without } from '@vitrine/coherence'
import { listOf, storeSettings } from '@vitrine/config'
import { createObjectChecksums } from '@vitrine/contracts'
import { createChangeFeed, createScopedDatabase } from '@vitrine/database'
import {
  type App,
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
import { createObjectStore } from '@vitrine/object-store'
import { bodyLimits } from './body-limits.js'
import { createChanges } from './changes.js'
import { arrivalLimits, type Config } from './config.js'
import { documentation, page } from './documentation.js'
import { idempotencyKeys } from './idempotency/plugin.js'
import { createSeal } from './idempotency/seal.js'
import { startImages } from './images.js'
import { discardUpload } from './jobs/discard-upload.js'
import { createHousekeeping } from './jobs/housekeeping.js'
import { prepareAsset } from './jobs/prepare-asset.js'
import { prepareWidget } from './jobs/prepare-widget.js'
import { removeAssets } from './jobs/remove-assets.js'
import { removeObjects } from './jobs/remove-objects.js'
import { createJobRunner } from './jobs/runner.js'
import { createKeyring } from './keyring.js'
import { accessTokens, readToken, requireSession, requireToken } from './plugins/authentication.js'
import { organizationScope, projectScope } from './plugins/tenancy.js'
import { reportHealth } from './readiness.js'
import { reportRefusals } from './refusals.js'
import { apiKeyRoutes } from './resources/api-keys/routes.js'
import { createApiKeyService } from './resources/api-keys/service.js'
import { assetRoutes } from './resources/assets/routes.js'
import { createAssetService } from './resources/assets/service.js'
import { startUploadQueue } from './resources/assets/start-upload-queue.js'
import { auditEventRoutes } from './resources/audit-events/routes.js'
import { createSecurityLog } from './resources/audit-events/security-log.js'
import { createAuditEventService } from './resources/audit-events/service.js'
import { createAccountDeletion } from './resources/auth/account-deletion.js'
import { accountRoutes } from './resources/auth/account-routes.js'
import { createAccountService } from './resources/auth/account-service.js'
import { createAttempts } from './resources/auth/attempts.js'
import { createBcryptPool } from './resources/auth/bcrypt-pool.js'
import { createPasswords } from './resources/auth/passwords.js'
import { createRefreshTokens } from './resources/auth/refresh-token.js'
import { authRoutes } from './resources/auth/routes.js'
import { createAuthService } from './resources/auth/service.js'
import { createSessions } from './resources/auth/sessions.js'
import { createWindowCounter } from './resources/auth/window-counter.js'
import { folderRoutes } from './resources/folders/routes.js'
import { createFolderService } from './resources/folders/service.js'
import { createAcceptance } from './resources/invitations/acceptance.js'
import { acceptanceRoutes, invitationRoutes } from './resources/invitations/routes.js'
import { createInvitationService } from './resources/invitations/service.js'
import { memberRoutes } from './resources/members/routes.js'
import { createMemberService } from './resources/members/service.js'
import { organizationRoutes, ownOrganizationRoutes } from './resources/organizations/routes.js'
import { createOrganizationService } from './resources/organizations/service.js'
import { organizationProjectRoutes, projectRoutes } from './resources/projects/routes.js'
import { createProjectService } from './resources/projects/service.js'
import { createBudgets } from './resources/usage/budgets.js'
import { usageRoutes } from './resources/usage/routes.js'
import { embedRoutes } from './resources/widgets/embed-routes.js'
import { createEmbedService } from './resources/widgets/embed-service.js'
import { widgetRoutes } from './resources/widgets/routes.js'
import { createWidgetService } from './resources/widgets/service.js'
import { createSignedObjects } from './signed-objects.js'
import { useWorkFolder } from './work-folder.js'

export type Options = {
  /** Where the log goes; stdout if left out. */
  logStream?: { write(line: string): void }
  /** Rules of coherence to leave out: for the proofs alone. */
  without?: Without
}

/** Clients, services, routes: all of management-api, put together. Connects lazily. */
export async function buildApp(config: Config, { logStream, without = new Set() }: Options = {}) {
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
  refuseMalformedQueries(app)
  await documentApi(app, documentation)
  await documentationPage(app, page)
  // Of people's accounts and what they manage: no cache keeps any of it.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  const { database, feed, cache, store } = connect(app, config)
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
    without,
  })
  const changes = createChanges({ database, writer })
  const workFolder = useWorkFolder(app, config.UPLOAD_DIR ?? tmpdir())
  const jobDatabase = database.forJobs()
  const jobs = createJobRunner({
    database: jobDatabase,
    urgent: {
      [removeObjects.kind]: removeObjects.handler(store),
      [removeAssets.kind]: removeAssets.handler(jobDatabase, store),
      [discardUpload.kind]: discardUpload.handler(jobDatabase, store),
    },
    background: {
      [prepareWidget.kind]: prepareWidget.handler(jobDatabase),
      [prepareAsset.kind]: prepareAsset.handler({
        ...{ database: jobDatabase, store, objects, images: images.ahead, workFolder },
        log: app.log,
      }),
    },
    log: app.log,
  })
  const housekeeping = createHousekeeping({
    ...{ database: jobDatabase, log: app.log },
    auditRetentionDays: config.AUDIT_RETENTION_DAYS,
  })
  app.addHook('onReady', async () => {
    writer.start()
    jobs.start()
    housekeeping.start()
  })
  app.addHook('onClose', async () => {
    writer.stop()
    housekeeping.stop()
    await jobs.stop()
  })

  const keyring = createKeyring(config)
  const tokens = await accessTokens(app, {
    keyring,
    lifetimeSeconds: config.ACCESS_TOKEN_SECONDS,
  })
  const pool = createBcryptPool({ threads: config.BCRYPT_WORKERS, maxQueue: config.BCRYPT_QUEUE })
  app.addHook('onClose', () => pool.close())
  const passwords = createPasswords({ pool, cost: config.BCRYPT_COST })
  const refreshTokens = createRefreshTokens({
    keyring,
    lifetimeDays: config.REFRESH_TOKEN_DAYS,
  })
  const accountDatabase = database.forAccounts()
  const security = createSecurityLog({ database: accountDatabase, log: app.log })
  app.addHook('onClose', () => security.drained())
  reportRefusals(app, security, meter)
  const sessions = createSessions({
    ...{ database: accountDatabase, accessTokens: tokens, refreshTokens, security },
  })
  const attempts = createAttempts({
    counter: createWindowCounter({ shared: cache.increment, windowSeconds: 60 }),
    limits: {
      failures: config.LOGIN_FAILURES_PER_MINUTE,
      failuresPerAccount: config.LOGIN_FAILURES_PER_ACCOUNT_PER_MINUTE,
      loginsPerAddress: config.LOGINS_PER_ADDRESS_PER_MINUTE,
      registrationsPerAddress: config.REGISTRATIONS_PER_ADDRESS_PER_MINUTE,
    },
  })
  const auth = createAuthService({
    ...{ database: accountDatabase, changes, passwords, sessions, attempts, security },
  })
  const accounts = createAccountService({
    ...{ database, changes, passwords, sessions, attempts, security },
  })
  const deleteAccount = createAccountDeletion({
    ...{ database: accountDatabase, changes, passwords, attempts, security },
  })
  const budgets = createBudgets({ database, config })
  const organizations = createOrganizationService({ database, changes, jobs, budgets })
  const members = createMemberService({ database, changes })
  const invitations = createInvitationService({ database, changes, budgets })
  const acceptInvitation = createAcceptance({
    ...{ database: accountDatabase, changes, passwords, sessions, attempts, budgets, security },
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

  await app.register(cors, { origin: listOf(config.CORS_ORIGINS), maxAge: 600 })
  reportHealth(app, { database, feed, cache, store })

  refuseUnknownQueries(app)
  // The scopes check before any route below them runs: open > authenticated > organization, project.
  await app.register(
    async (open: App) => {
      idempotencyKeys(open, idempotency)
      authRoutes(open, auth, sessions)
      acceptanceRoutes(open, acceptInvitation, readToken(database))
    },
    { prefix: '/api/auth' },
  )
  await app.register(async (authenticated: App) => {
    requireToken(authenticated)
    idempotencyKeys(authenticated, idempotency)
    await authenticated.register(async (person: App) => {
      requireSession(person, database)
      await person.register(async (scope: App) => accountRoutes(scope, accounts, deleteAccount), {
        prefix: '/api/auth',
      })
      await person.register(async (scope: App) => ownOrganizationRoutes(scope, organizations), {
        prefix: '/api/organizations',
      })
    })
    await authenticated.register(
      async (organization: App) => {
        organizationScope(organization, { database, changes })
        organizationRoutes(organization, organizations)
        memberRoutes(organization, members)
        invitationRoutes(organization, invitations)
        organizationProjectRoutes(organization, projects)
        auditEventRoutes(organization, auditEvents)
        usageRoutes(organization, budgets)
      },
      { prefix: '/api/organizations/:orgId' },
    )
    await authenticated.register(
      async (project: App) => {
        projectScope(project, { database, changes })
        projectRoutes(project, projects)
        apiKeyRoutes(project, apiKeys)
        await project.register(async (scope: App) => folderRoutes(scope, folders), {
          prefix: '/folders',
        })
        await project.register(async (scope: App) => assetRoutes(scope, assets, uploads), {
          prefix: '/assets',
        })
        await project.register(
          async (scope: App) => {
            widgetRoutes(scope, widgets)
            embedRoutes(scope, embed)
          },
          { prefix: '/widgets' },
        )
      },
      { prefix: '/api/projects/:projectId' },
    )
  })
  return app
}

/** The dependencies. They are closed with the app. */
function connect(app: App, config: Config) {
  const database = createScopedDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    onConnectionError: (err) => app.log.warn({ err }, 'lost a connection to Postgres'),
  })
  const feed = createChangeFeed({
    url: config.DATABASE_SESSION_URL ?? config.DATABASE_URL,
    timeoutMs: config.DATABASE_TIMEOUT_MS,
    onError: (err) => app.log.warn({ err }, 'lost the change feed of Postgres'),
  })
  const cache = createCache({
    url: config.REDIS_URL,
    commandTimeoutMs: 250,
    onStatus: (status, err) => app.log.warn({ err }, `Redis is ${status}`),
  })
  const store = createObjectStore({
    ...storeSettings.optionsOf(config),
    onTrouble: ({ kind, code, advice }, doing, err) =>
      app.log.error({ err, code, doing }, `the object store is ${kind}: ${code}. ${advice}`),
    onRecovery: ({ code }) => app.log.info({ code }, 'the object store works again'),
  })
  app.addHook('onReady', async () => store.watch.start())
  app.addHook('onClose', async () => {
    store.watch.stop()
    cache.close()
    await Promise.all([feed.close(), database.close()])
  })
  return { database, feed, cache, store }
}
