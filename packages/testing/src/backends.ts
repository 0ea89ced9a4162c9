/** The addresses of the private backends that the test run started. */
export type Backends = {
  /** Logs in as the owner of the tables, for setup and for checks that no service may make. */
  databaseUrl: string
  redisUrl: string
  s3: { endpoint: string; region: string; accessKey: string; secretKey: string; bucket: string }
}

/** @throws when the suite was started without the test runner. */
export function backends(): Backends {
  return {
    databaseUrl: setting('DATABASE_URL'),
    redisUrl: setting('REDIS_URL'),
    s3: {
      endpoint: setting('S3_ENDPOINT'),
      region: process.env.S3_REGION ?? 'us-east-1',
      accessKey: setting('S3_ACCESS_KEY'),
      secretKey: setting('S3_SECRET_KEY'),
      bucket: setting('S3_BUCKET'),
    },
  }
}

/** Signs the objects of all suites, which share one bucket. */
export const objectSecret = 'signs-the-objects-of-the-suites-and-no-others'

/** The variables with the address of each service. The migrations create the roles. */
const serviceUrls = {
  'management-api': 'MANAGEMENT_DATABASE_URL',
  delivery: 'DELIVERY_DATABASE_URL',
} as const

export type ServiceName = keyof typeof serviceUrls

/**
 * Turns an address of the owner of the tables into that of a service. Any other address is returned
 * unchanged.
 */
export function databaseUrlOf(service: ServiceName, ownerUrl = backends().databaseUrl): string {
  const url = new URL(ownerUrl)
  const owner = new URL(backends().databaseUrl)
  if (url.username !== owner.username || url.password !== owner.password) return ownerUrl
  const login = new URL(setting(serviceUrls[service]))
  url.username = login.username
  url.password = login.password
  return url.href
}

/** A busy machine must not look like an outage or an overload. */
const patience = {
  DATABASE_TIMEOUT_MS: '15000',
  REDIS_TIMEOUT_MS: '15000',
  STORE_TIMEOUT_MS: '15000',
  RENDER_DEADLINE_MS: '60000',
}

/**
 * The addresses, and patient timeouts, as settings of a service. Without a name, the settings have the addresses of both
 * services; `startService` picks the right one.
 */
export function backendSettings(service?: ServiceName) {
  const { databaseUrl, redisUrl, s3 } = backends()
  const urls = {
    DATABASE_URL: databaseUrl,
    MANAGEMENT_DATABASE_URL: databaseUrlOf('management-api'),
    DELIVERY_DATABASE_URL: databaseUrlOf('delivery'),
  }
  return {
    ...(service === undefined ? urls : { DATABASE_URL: databaseUrlOf(service) }),
    REDIS_URL: redisUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    S3_BUCKET: s3.bucket,
    OBJECT_SECRET: objectSecret,
    ...patience,
  }
}

/** @throws when the suite was started without the test runner. */
function setting(name: string): string {
  const value = process.env[name]
  if (value !== undefined && value !== '') return value
  throw new Error(
    `${name} is not set: run the suites by \`npm test\` (one package: \`npm test -- --only NAME\`), or give the addresses of a Postgres, a Redis and an S3 store of your own`,
  )
}
