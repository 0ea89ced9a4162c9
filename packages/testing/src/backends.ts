/** The private backends that the test run started. */
export type Backends = {
  databaseUrl: string
  redisUrl: string
  s3: { endpoint: string; region: string; accessKey: string; secretKey: string; bucket: string }
}

/** @throws when the suite was started by itself, without them. */
export function backends(): Backends {
  const setting = (name: string): string => {
    const value = process.env[name]
    if (value !== undefined && value !== '') return value
    throw new Error(
      `${name} is not set: run the suites by \`npm test\` (one package: \`npm test -- --only NAME\`), or give the addresses of a Postgres, a Redis and an S3 store of your own`,
    )
  }
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

/** The same as settings of the services. */
export function backendSettings() {
  const { databaseUrl, redisUrl, s3 } = backends()
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    S3_BUCKET: s3.bucket,
    OBJECT_SECRET: objectSecret,
  }
}
