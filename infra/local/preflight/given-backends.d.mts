type Env = Readonly<Record<string, string | undefined>>

export type GivenS3 = {
  /** `http://host:port` */
  endpoint: string
  accessKey: string
  secretKey: string
  bucket: string
  region: string
}

/**
 * @returns null if the variable is not set.
 * @throws if its value is not a URL with one of the allowed schemes.
 */
export function givenUrl(
  env: Env,
  name:
    | 'DATABASE_URL'
    | 'MANAGEMENT_DATABASE_URL'
    | 'DELIVERY_DATABASE_URL'
    | 'REDIS_URL'
    | 'S3_ENDPOINT',
): string | null

/** @throws if only some of the variables are set. */
export function givenS3(env: Env): GivenS3 | null

/**
 * Tries to connect to every backend configured in the environment.
 *
 * @throws one sentence for each variable whose server does not accept a connection.
 */
export function reachGivenBackends(env: Env): Promise<void>
