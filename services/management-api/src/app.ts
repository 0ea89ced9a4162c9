import { tmpdir } from 'node:os'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import {
  createEventStream,
  createLogCopy,
  createPresence,
  createSharedCounts,
} from '@vitrine/cache'
import { createWriter, systemClock } from '@vitrine/coherence'
import { listOf, storeSettings } from '@vitrine/config'
import {
  createAssetSignatures,
  createObjectChecksums,
  createSigningKeyCipher,
  eventStreams,
} from '@vitrine/contracts'
import type { Scoped } from '@vitrine/database'
import {
  type App,
  coherenceObserver,
  compressAnswers,
  createApp,
  createMetrics,
  documentApi,
  documentationPage,
  documentErrors,
  type Metrics,
  metrics as observe,
  refuseMalformedQueries,
  refuseUnknownQueries,
  separateProbes,
} from '@vitrine/http'
import {
  createMemoryBudget,
  ImageProcesses,
  processBytes,
  reportConfinement,
} from '@vitrine/imaging'
import { purgerOf } from './cdn/purger.js'
import { createBudgets } from './changes/budgets.js'
import { createChanges } from './changes/changes.js'
import { createAnswerCipher } from './changes/idempotency/answer-cipher.js'
import type { Bearer } from './changes/rights/bearer.js'
import { verifyPersonalToken } from './changes/rights/personal-tokens.js'
import { connectClients } from './clients.js'
import { allowsDemoLogin, arrivalLimits, budgetLimits, type Config } from './config.js'
import { serveConsole } from './console/routes.js'
import { startHealth } from './health.js'
import { createHousekeeping } from './housekeeping/housekeeping.js'
import { runWhileOpen } from './lifecycle.js'
import { bodyLimits } from './limits/body-limits.js'
import { createCallLimits } from './limits/call-limits.js'
import { createWindowCounter } from './limits/window-counter.js'
import { createMailLimits, mailWindowSeconds } from './mail/limits.js'
import { createMailOutbox } from './mail/outbox.js'
import { sendMail, startMail } from './mail/send-mail.js'
import { documentation, page } from './openapi/document.js'
import { jobRepository } from './queue/repository.js'
import { createJobRunner } from './queue/runner.js'
import { removeAssets } from './removal/remove-assets.js'
import { removeObjects } from './removal/remove-objects.js'
import { describeAssets } from './renditions/describe-assets.js'
import { prepareAsset } from './renditions/prepare-asset.js'
import { prepareWidget } from './renditions/prepare-widget.js'
import { createApiKeyService } from './resources/api-keys/service.js'
import { bulkJob } from './resources/assets/bulk/job.js'
import { AssetService } from './resources/assets/service.js'
import { discardFile, discardUpload } from './resources/assets/upload/discard.js'
import { startUploadQueue, uploadConcurrency } from './resources/assets/upload/queue.js'
import { createAuditEventService } from './resources/audit-events/service.js'
import { InvitationAcceptance } from './resources/auth/acceptance/acceptance.js'
import { createAccountDeletion } from './resources/auth/account/deletion.js'
import { createAccountService } from './resources/auth/account/service.js'
import { createDemoLogin } from './resources/auth/demo/service.js'
import { createEmailVerification } from './resources/auth/mail/email-verification.js'
import { createPasswordReset } from './resources/auth/mail/password-reset.js'
import { createBcryptPool } from './resources/auth/passwords/bcrypt-pool.js'
import { createPasswordConfirmation } from './resources/auth/passwords/confirmation.js'
import { createPasswords } from './resources/auth/passwords/passwords.js'
import { AuthService } from './resources/auth/service.js'
import { createLastUse } from './resources/auth/sessions/last-use.js'
import { RefreshCookie } from './resources/auth/sessions/refresh-cookie.js'
import { createRefreshTokens } from './resources/auth/sessions/refresh-token.js'
import { sessionRepository } from './resources/auth/sessions/repository.js'
import { createSessionService } from './resources/auth/sessions/service.js'
import { Sessions } from './resources/auth/sessions/sessions.js'
import { createAttempts } from './resources/auth/throttling/attempts.js'
import { createDeviceCookies } from './resources/auth/throttling/device-cookies.js'
import { tokenUseRepository } from './resources/auth/tokens/repository.js'
import { createTokenService } from './resources/auth/tokens/service.js'
import { createEmbedService } from './resources/embed/service.js'
import { FolderService } from './resources/folders/service.js'
import { createHistory } from './resources/history/history.js'
import { createInvitationService } from './resources/invitations/service.js'
import { createMemberService } from './resources/members/service.js'
import { createOrganizationService } from './resources/organizations/service.js'
import { createPresetService } from './resources/presets/service.js'
import { createProjectService } from './resources/projects/service.js'
import { reEncryptSigningKeys } from './resources/signing-keys/re-encrypt.js'
import { createSigningKeyService } from './resources/signing-keys/service.js'
import { createEventReader } from './resources/statistics/counting/event-reader.js'
import { createStatisticsService } from './resources/statistics/service.js'
import { createTagService } from './resources/tags/service.js'
import { WidgetService } from './resources/widgets/service.js'
import { registerRoutes } from './routes.js'
import { accessTokens } from './scopes/authentication.js'
import { limitCalls } from './scopes/call-limits.js'
import { reportRefusals } from './scopes/refusals.js'
import { createKeyring } from './secrets/keyring.js'
import { SecurityLog } from './security-log/log.js'
import { createSignedObjects } from './storage/signed-objects.js'
import { useWorkFolder } from './storage/work-folder.js'

export type BuildOptions = {
  /** The stream of the log; standard output by default. */
  logStream?: { write(line: string): void }
  /** The wall clock for call limits, ms; the system's by default. */
  now?: () => number
}

/**
 * Assembles management-api: clients, what runs before every route, changes, jobs, services, routes. It is one function,
 * because the order counts: hooks run in the order of their registration, and parts stop in the opposite order.
 */
export async function buildApp(config: Config, options: BuildOptions = {}): Promise<App> {
  const { logStream, now = Date.now } = options
  const { PUBLIC_URL: publicUrl } = config
  const metrics = createMetrics()
  const app = createApp({
    logLevel: config.LOG_LEVEL,
    bodyLimit: bodyLimits.small,
    trustedProxies: listOf(config.TRUSTED_PROXIES),
    arrival: arrivalLimits(config),
    ...(logStream && { logStream }),
  })
  const { log } = app
  if (config.PROBE_PORT !== undefined) separateProbes(app, config.LOG_LEVEL)
  await compressAnswers(app)
  observe(app, metrics)

  const { database, feed, cache, store } = connectClients(app, config)
  const keyring = createKeyring(config)
  const objectSecrets = storeSettings.objectSecretsOf(config)
  const checksums = createObjectChecksums(objectSecrets)
  const signingKeyCipher = createSigningKeyCipher(objectSecrets)
  const objects = createSignedObjects({ store, metrics, log, checksums })
  const images = startImages(app, config, metrics)
  const workFolder = useWorkFolder(app, config.UPLOAD_DIR ?? tmpdir())

  // What runs before every route. CORS comes first, so that pages of other origins can read errors of the limits,
  // and preflights end there.
  await app.register(cors, {
    origin: listOf(config.CORS_ORIGINS),
    exposedHeaders: [
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'ETag',
      'Idempotency-Replayed',
      'Server-Timing',
    ],
    maxAge: 600,
  })
  const callLimits = createCallLimits({
    limits: {
      perUser: config.CALLS_PER_USER_PER_MINUTE,
      perAddress: config.CALLS_PER_ADDRESS_PER_MINUTE,
      anonymousPerAddress: config.ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE,
      refreshesPerSession: config.ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE,
    },
    // Longer than two windows of a minute, after which a count is no longer used.
    shared: createSharedCounts({ cache, keepMs: 180_000 }),
    isReachable: cache.isUp,
    now,
  })
  runWhileOpen(app, callLimits)
  limitCalls(app, callLimits, metrics)
  // Every route refuses a query that is not valid.
  documentErrors(app, ['VALIDATION_FAILED'])
  refuseMalformedQueries(app)
  await documentApi(app, documentation, publicUrl)
  await documentationPage(app, page)
  // Answers are about accounts and private resources, so no cache may store them.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  await app.register(cookie)

  // Changes, and the writer that announces them to delivery.
  const observer = coherenceObserver(metrics, log)
  const writer = createWriter({
    changeLog: feed,
    logCopy: createLogCopy({ cache }),
    buses: [cache.bus, feed.bus],
    clock: systemClock(),
    observer,
    auditEvery: config.AUDIT_EVERY,
    purger: purgerOf(config, { feed, observer }),
  })
  runWhileOpen(app, writer)
  const changes = createChanges({ database, writer })
  const budgets = createBudgets({ database, limits: budgetLimits(config) })

  // Jobs, by lanes that do not wait for each other.
  const forJobs = database.forJobs()
  const preparing = { database: forJobs, store, objects, images: images.ahead, workFolder, log }
  const mail = startMail(app, {
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    publicUrl,
    database: database.forAccounts(),
    keyring,
  })
  const jobs = createJobRunner({
    queue: jobRepository(forJobs),
    urgent: {
      [removeObjects.kind]: removeObjects.handler(store),
      [removeAssets.kind]: removeAssets.handler(forJobs, store),
      [discardUpload.kind]: discardUpload.handler(forJobs, store),
      [discardFile.kind]: discardFile.handler(forJobs, store),
    },
    background: {
      [prepareWidget.kind]: prepareWidget.handler(forJobs),
      [prepareAsset.kind]: prepareAsset.handler(preparing),
      [describeAssets.kind]: describeAssets.handler(preparing),
    },
    bulk: { [bulkJob.kind]: bulkJob.handler(forJobs, changes) },
    mail: {
      [sendMail.kind]: mail?.handler ?? null,
    },
    log,
  })
  const housekeeping = createHousekeeping({
    database: forJobs,
    log,
    auditRetentionDays: config.AUDIT_RETENTION_DAYS,
    historyRetentionDays: config.HISTORY_RETENTION_DAYS,
  })
  const catchUp = createCatchUp(app, async (signal) => {
    await reEncryptSigningKeys(forJobs, signingKeyCipher, signal)
    signal.throwIfAborted()
    await describeAssets.scheduleIfNeeded(forJobs)
  })
  const streams = eventStreams.map((key) => createEventStream(cache, key))
  const eventReader = createEventReader({ database: forJobs, streams, log, metrics })
  runWhileOpen(app, jobs, catchUp, housekeeping, eventReader)

  // Accounts: passwords, sessions and their tokens, mails, the limits of failed logins, and the security log.
  const accounts = database.forAccounts()
  const security = new SecurityLog({ database: accounts, log })
  reportRefusals(app, security, metrics)
  const pool = createBcryptPool({ threads: config.BCRYPT_WORKERS, maxQueue: config.BCRYPT_QUEUE })
  app.addHook('onClose', () => pool.close())
  app.addHook('onClose', () => security.drained())
  const passwords = createPasswords({ pool, cost: config.BCRYPT_COST })
  const lifetimeDays = config.REFRESH_TOKEN_DAYS
  const sessions = new Sessions({
    database: accounts,
    accessTokens: await accessTokens(app, {
      keyring,
      lifetimeSeconds: config.ACCESS_TOKEN_SECONDS,
    }),
    refreshTokens: createRefreshTokens({ keyring, lifetimeDays }),
    security,
    limits: callLimits,
  })
  const devices = createDeviceCookies({ keyring, isSecure: publicUrl.startsWith('https:') })
  const attempts = createAttempts({
    devices,
    counter: createWindowCounter({ shared: cache.increment, windowSeconds: 60 }),
    hourly: createWindowCounter({ shared: cache.increment, windowSeconds: 3600 }),
    addressesOf: sessionRepository(accounts).listLiveAddresses,
    limits: {
      failures: config.LOGIN_FAILURES_PER_MINUTE,
      loginsPerAddress: config.LOGINS_PER_ADDRESS_PER_MINUTE,
      registrationsPerAddress: config.REGISTRATIONS_PER_ADDRESS_PER_MINUTE,
    },
  })
  const mailLimits = createMailLimits({
    counter: createWindowCounter({ shared: cache.increment, windowSeconds: mailWindowSeconds }),
    hourly: createWindowCounter({ shared: cache.increment, windowSeconds: 3600 }),
    perAddress: config.MAIL_CALLS_PER_ADDRESS,
    perMailbox: config.MAILS_PER_MAILBOX,
  })
  const outbox = createMailOutbox({
    isOpen: config.SMTP_URL !== undefined,
    limits: mailLimits,
    wake: jobs.wakeMail,
  })
  const ofAccounts = {
    database: accounts,
    changes,
    passwords,
    confirmPassword: createPasswordConfirmation({
      database: accounts,
      passwords,
      attempts,
      security,
    }),
    sessions,
    attempts,
    security,
    outbox,
    limits: mailLimits,
    budgets,
  }
  const uploadLimits = { maxBytes: config.MAX_UPLOAD_BYTES, maxPixels: config.MAX_IMAGE_PIXELS }

  const deps = { database, changes, jobs, budgets }
  const history = createHistory({ historyRetentionDays: config.HISTORY_RETENTION_DAYS })
  const embed = createEmbedService({ database, publicUrl })
  app.addHook('onClose', () => embed.close())

  startHealth(app, { database, feed, cache, store, mail })
  serveConsole(app, { store, checksums, publicUrl })
  refuseUnknownQueries(app)
  await registerRoutes(app, {
    database,
    changes,
    callLimits,
    idempotency: { database, cipher: createAnswerCipher(keyring), propagated: changes.propagated },
    verifyPersonalToken: verifyPersonalToken(accounts),
    recordUse: startLastUse(app, accounts),

    auth: new AuthService(ofAccounts),
    sessions,
    devices,
    refreshCookie: new RefreshCookie({ publicUrl, lifetimeDays }),
    /** null unless the service runs on a developer's machine. */
    demoLogin: allowsDemoLogin(config) ? createDemoLogin(ofAccounts) : null,
    verification: createEmailVerification(ofAccounts),
    resets: createPasswordReset(ofAccounts),
    sendsMail: outbox.isOpen,
    acceptance: new InvitationAcceptance(ofAccounts),
    accounts: createAccountService({ ...ofAccounts, database, uploadLimits }),
    deleteAccount: createAccountDeletion(ofAccounts),
    ownSessions: createSessionService({ database, changes, sessions }),
    personalTokens: createTokenService({ ...ofAccounts, database }),

    organizations: createOrganizationService(deps),
    members: createMemberService(deps),
    invitations: createInvitationService({ ...deps, outbox }),
    auditEvents: createAuditEventService({
      database,
      auditRetentionDays: config.AUDIT_RETENTION_DAYS,
    }),
    budgets,
    projects: createProjectService(deps),

    apiKeys: createApiKeyService(deps),
    presets: createPresetService(deps),
    signingKeys: createSigningKeyService({ ...deps, signingKeyCipher }),
    folders: new FolderService(deps),
    assets: new AssetService({
      ...deps,
      history,
      store,
      objects,
      publicUrl,
      signatures: createAssetSignatures(objectSecrets),
      images: images.uploads,
      uploadQueue: startUploadQueue({ maxWaiting: config.UPLOAD_QUEUE, metrics }),
    }),
    uploads: { maxBytes: config.MAX_UPLOAD_BYTES, workFolder },
    tags: createTagService(deps),
    statistics: createStatisticsService(deps),
    widgets: new WidgetService({ ...deps, history, presence: createPresence({ cache }) }),
    embed,
  })
  return app
}

/** A tenth of an upload's CPU share, by Linux's table of weights, since no person waits for it. */
const aheadNiceness = 10

/**
 * Processes for uploads, whose sender waits, and one for renditions that are rendered in advance. Each
 * processes one image at a time, and all share the memory for one image and its process: a progressive JPEG of 24
 * megapixels takes 160 MB, an AVIF of 20 360 MB.
 */
function startImages(app: App, config: Config, metrics: Metrics) {
  const maxMemoryBytes = config.MAX_IMAGE_MEMORY_BYTES
  const memory = createMemoryBudget(maxMemoryBytes + processBytes)
  let deaths = 0
  const { MAX_IMAGE_PIXELS: maxPixels, MAX_IMAGE_SIDE: maxSide } = config
  const start = (processes: number, niceness: number) => {
    const images = new ImageProcesses({
      processes,
      limits: { maxPixels, maxSide, maxMemoryBytes },
      memory,
      niceness,
      onDeath: (err) => {
        deaths += 1
        app.log.warn({ err }, 'lost an image process in the middle of a picture')
      },
    })
    app.addHook('onClose', () => images.close())
    return images
  }
  app.addHook('onReady', () => reportConfinement(app.log))
  metrics.counter({
    name: 'image_process_deaths_total',
    help: 'Image processes that died, or were killed, in the middle of a picture.',
    read: () => deaths,
  })
  return { uploads: start(uploadConcurrency, 0), ahead: start(1, aheadNiceness) }
}

/** A new release describes older assets, and a new OBJECT_SECRET encrypts signing keys: both are applied at the next start. */
function createCatchUp({ log }: App, work: (signal: AbortSignal) => Promise<void>) {
  const ending = new AbortController()
  let running = Promise.resolve()
  return {
    start: (): void => {
      running = work(ending.signal).catch((err: unknown) => {
        if (ending.signal.aborted) return
        log.warn({ err }, 'the work that follows a start has failed; the next start repeats it')
      })
    },
    stop: (): Promise<void> => {
      ending.abort()
      return running
    },
  }
}

/** Records when sessions and personal access tokens were used, without delaying the calls. */
function startLastUse(app: App, database: Scoped) {
  const { log } = app
  const record = sessionRepository(database).recordUse
  const sessions = createLastUse({ what: 'sessions', record, log })
  const tokens = createLastUse({
    what: 'personal access tokens',
    record: tokenUseRepository(database).recordUse,
    log,
  })
  runWhileOpen(app, sessions, tokens)
  return ({ sid, personalToken }: Bearer): void => {
    if (personalToken !== undefined) tokens.used(personalToken.scope.tokenId)
    else if (sid !== undefined) sessions.used(sid)
  }
}
