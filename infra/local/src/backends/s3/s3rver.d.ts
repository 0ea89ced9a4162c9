declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  /** The part of s3rver that is used; the package has no types of its own. */
  export default class S3rver {
    constructor(options: {
      directory: string
      configureBuckets: { name: string }[]
      vhostBuckets: boolean
      silent: boolean
    })
    store: { deleteObject(bucket: string, key: string): Promise<void> }
    configureBuckets(): Promise<void>
    getMiddleware(): RequestListener
  }
}

declare module 's3rver/lib/models/account.js' {
  const accounts: {
    DUMMY_ACCOUNT: {
      createKeyPair(accessKey: string, secretKey: string): void
      revokeAccessKey(accessKey: string): void
    }
  }
  export default accounts
}
