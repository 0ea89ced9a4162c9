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
 * @returns null when the variable is not set.
 * @throws when it is set but is not an address of one of its schemes.
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

/** @throws when only some of the variables are set. */
export function givenS3(env: Env): GivenS3 | null

/**
 * Tries to reach every backend that the environment names.
 *
 * @throws one sentence for each variable whose server does not accept a connection.
 */
export function reachGivenBackends(env: Env): Promise<void>
