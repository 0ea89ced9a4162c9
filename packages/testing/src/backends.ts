/** The private backends that the test run started. */
export type Backends = {
  /** As the owner of the tables: to set up and to look at what no service can. */
  databaseUrl: string
  redisUrl: string
  s3: { endpoint: string; region: string; accessKey: string; secretKey: string; bucket: string }
}

/** @throws when the suite was started by itself, without them. */
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

/** Signs objects of all suites: they share one bucket. */
export const objectSecret = 'signs-the-objects-of-the-suites-and-no-others'

/** Variables of the addresses that the services log in with. Their roles are made with the migrations. */
const serviceUrls = {
  'management-api': 'MANAGEMENT_DATABASE_URL',
  delivery: 'DELIVERY_DATABASE_URL',
} as const

export type ServiceName = keyof typeof serviceUrls

/**
 * The address of the owner of the tables, as a service logs in there. An address of anyone else stays
 * what it is.
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

/**
 * The same as settings of a service. Without its name, with the addresses of both: `startService` gives
 * each its own.
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
  }
}

/** @throws when the suite was started by itself. */
function setting(name: string): string {
  const value = process.env[name]
  if (value !== undefined && value !== '') return value
  throw new Error(
    `${name} is not set: run the suites by \`npm test\` (one package: \`npm test -- --only NAME\`), or give the addresses of a Postgres, a Redis and an S3 store of your own`,
  )
}
