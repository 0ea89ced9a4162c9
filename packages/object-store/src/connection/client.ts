import type http from 'node:http'
import { Client, type ClientOptions } from 'minio'
import { CredentialProvider } from 'minio/dist/esm/CredentialProvider.mjs'
import { Credentials as ClientCredentials } from 'minio/dist/esm/Credentials.mjs'
import { signV4 } from 'minio/dist/esm/signing.mjs'
import type { Credentials, CredentialsSource } from './credentials.js'
import { type Metadata, metadataHeaders } from './metadata.js'
import { timedTransport } from './transport.js'

export type ConnectionOptions = {
  /** http(s)://host[:port][/path] of any S3-compatible store. */
  endpoint: string
  region: string
  /** Whether the bucket is named in the path, which is the default, or in the host name. */
  addressing?: 'path' | 'virtual'
  /** Must exist. */
  bucket: string
}

/** One PUT without its body. */
type PutHead = {
  key: string
  sha256: string
  sizeBytes: number
  contentType: string
  metadata?: Metadata
}

type RequestOf = Parameters<Client['getRequestOptions']>[0]

/** The S3 client, extended by endpoints with a path or an IPv6 address, and by its own signed PUTs. */
export class StoreClient extends Client {
  readonly #basePath: string

  constructor(options: ClientOptions, basePath: string) {
    super(options)
    this.#basePath = basePath
  }

  protected override getRequestOptions(options: RequestOf) {
    const request = super.getRequestOptions(options)
    // The client leaves out the default port of the protocol.
    const host = request.headers.host ?? ''
    const isBareIpv6 = host.includes('::') && !host.startsWith('[')
    return {
      ...request,
      headers: { ...request.headers, host: isBareIpv6 ? `[${host}]` : host },
      path: `${this.#basePath}${request.path}`,
    }
  }

  /**
   * A PUT whose signature covers the hash of its body. Every store that checks signatures of version 4
   * verifies this checksum: AWS, MinIO and the Versity gateway reject another body. `x-amz-checksum-sha256`
   * is newer, and stores that do not know it would store a damaged body.
   *
   * @param signedAt the time by which the store judges the signature's age.
   */
  signPut(bucket: string, put: PutHead, signedAt: Date, credentials: Credentials) {
    const region = this.region ?? ''
    const request = this.getRequestOptions({
      method: 'PUT',
      bucketName: bucket,
      objectName: put.key,
      region,
      headers: {
        'content-type': put.contentType,
        'content-length': String(put.sizeBytes),
        'x-amz-date': signedAt.toISOString().replace(/[:-]|\.\d{3}/g, ''),
        'x-amz-content-sha256': put.sha256,
        ...metadataHeaders(put.metadata ?? {}),
        ...(credentials.sessionToken !== undefined && {
          'x-amz-security-token': credentials.sessionToken,
        }),
      },
    })
    const { accessKey, secretKey } = credentials
    const authorization = signV4(request, accessKey, secretKey, region, signedAt, put.sha256)
    return { ...request, headers: { ...request.headers, authorization } } as http.RequestOptions
  }
}

class ClientCredentialsProvider extends CredentialProvider {
  readonly #source: CredentialsSource

  constructor(source: CredentialsSource) {
    super({ accessKey: '', secretKey: '' })
    this.#source = source
  }

  override async getCredentials(): Promise<ClientCredentials> {
    return new ClientCredentials(await this.#source())
  }
}

export function connect(
  { endpoint, region, addressing = 'path' }: ConnectionOptions,
  credentials: CredentialsSource,
  timeoutMs: number,
) {
  const { hostname, port, protocol, pathname } = new URL(endpoint)
  const secure = protocol === 'https:'
  const transport = timedTransport(secure, timeoutMs)
  const options: ClientOptions = {
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 443 : 80) : Number(port),
    useSSL: secure,
    region,
    pathStyle: addressing === 'path',
    // The same class, but the package declares its types once per build, with private fields.
    credentialsProvider: new ClientCredentialsProvider(credentials) as unknown as NonNullable<
      ClientOptions['credentialsProvider']
    >,
    transport,
    transportAgent: transport.agent,
    // The caller decides whether to try again.
    retryOptions: { disableRetry: true },
  }
  return { client: new StoreClient(options, pathname.replace(/\/+$/, '')), transport }
}
