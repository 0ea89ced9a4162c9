declare module 's3rver' {
  import type { RequestListener } from 'node:http'
  import type { Readable } from 'node:stream'

  export type S3Object = {
    bucket: string
    key: string
    content: Readable
    metadata: Record<string, string>
  }

  export type FilesystemStore = {
    /** Path of the object's file, or of one of its companion files. */
    getResourcePath(bucket: string, key: string, resource: string): string
    /** The object's metadata and an open stream of its content. */
    getObject(bucket: string, key: string, options: object | undefined): Promise<S3Object>
    putMetadata(
      bucket: string,
      key: string,
      metadata: S3Object['metadata'],
      md5: string,
    ): Promise<void>
    putObject(object: S3Object): Promise<{ size: number; md5: string }>
    deleteObject(bucket: string, key: string): Promise<void>
    getBucketPath(bucket: string): string
    listObjects(bucket: string, options: ListOptions): Promise<ObjectList>
  }

  export type ListOptions = {
    prefix?: string
    startAfter?: string
    delimiter?: string
    maxKeys?: number
  }

  export type ObjectList = {
    objects: { key: string }[]
    commonPrefixes: string[]
    isTruncated: boolean
  }

  /** Types for the parts of s3rver used here; the package ships none. */
  export default class S3rver {
    constructor(options: {
      directory: string
      configureBuckets: { name: string }[]
      vhostBuckets: boolean
      silent: boolean
    })
    store: FilesystemStore
    configureBuckets(): Promise<void>
    /** `status` is set if s3rver sends an error response of its own. */
    on(event: 'error', listener: (error: Error & { status?: number }) => void): void
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

declare module 's3rver/lib/models/object.js' {
  export default class {
    constructor(bucket: string, key: string, content: null, metadata: object)
    key: string
  }
}
