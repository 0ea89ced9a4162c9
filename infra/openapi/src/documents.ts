import { type ServiceName, startService } from '@vitrine/local/services'

export type Node = { readonly [name: string]: unknown }
export type Operation = Node & {
  parameters?: readonly { in: string; name: string }[]
  responses: Record<string, Node>
}
export type Document = Node & {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Node> }
}

const addresses: Record<ServiceName, string> = {
  'management-api': '/api/openapi.json',
  delivery: '/api/v1/openapi.json',
}

/** Valid settings of backends that are never called. */
const unused = 'x'.repeat(64)
const settings = {
  PUBLIC_URL: 'http://localhost',
  DATABASE_URL: 'postgresql://none:none@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_REGION: 'none',
  S3_BUCKET: 'none',
  S3_ACCESS_KEY: 'none',
  S3_SECRET_KEY: unused,
  OBJECT_SECRET: unused,
  JWT_SECRET: unused,
  LOG_LEVEL: 'error',
}

/**
 * The document that the built service serves. It is started without its backends.
 *
 * @throws if the service has none, such as for two schemas with one title.
 */
export async function readDocument(name: ServiceName): Promise<Document> {
  const service = await startService({ name, env: settings, log: () => undefined })
  try {
    const response = await fetch(`${service.url}${addresses[name]}`)
    if (response.ok) return (await response.json()) as Document
    throw new Error(
      `${name} answers ${response.status} for its document; its log: ${service.output()}`,
    )
  } finally {
    await service.stop()
  }
}
