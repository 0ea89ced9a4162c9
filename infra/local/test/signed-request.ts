import { createHash, createHmac } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'

type Store = { port: number; accessKey: string; secretKey: string; region: string }

/** Begins a request of any kind to a store; its body is not signed. */
export function signedRequest(
  { port, accessKey, secretKey, region }: Store,
  { method, url, headers = {} }: { method: string; url: string; headers?: Record<string, string> },
): ClientRequest {
  const time = new Date().toISOString().replace(/[:-]|\.\d{3}/g, '')
  const hash = 'UNSIGNED-PAYLOAD'
  const signed = { host: `127.0.0.1:${port}`, 'x-amz-content-sha256': hash, 'x-amz-date': time }
  const all: Record<string, string> = { ...signed, ...headers }
  const names = Object.keys(all).sort()
  const [path, query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query === '' || query.includes('=') ? query : `${query}=`,
    ...names.map((name) => `${name}:${all[name]}`),
    '',
    names.join(';'),
    hash,
  ].join('\n')
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
  const key = scope.reduce<Buffer | string>(hmac, `AWS4${secretKey}`)
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), digest].join('\n')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${hmac(key, text).toString('hex')}`
  return request({ port, host: '127.0.0.1', method, path: url, headers: { ...all, authorization } })
}

const hmac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()
