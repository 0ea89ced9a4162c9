import { openRouter, type Upstreams } from '@vitrine/local/router'
import { noRateLimits, type ServiceName, startService } from '@vitrine/local/services'
import { backendSettings, freshEmail, freshName } from '@vitrine/testing'
import type { Test } from 'tap'

export type Stack = { url: string; account: Account }
export type Account = { email: string; password: string; token: string; organizationId: string }

/** Both services behind one address, as people have them, and a fresh account. */
export async function startStack(t: Test, settings: Record<string, string> = {}): Promise<Stack> {
  let upstreams: Upstreams = { 'management-api': [], delivery: [] }
  const router = await openRouter(() => upstreams)
  t.teardown(router.close)
  const env = {
    ...backendSettings(),
    ...noRateLimits,
    PUBLIC_URL: router.url,
    JWT_SECRET: 'the-same-secret-on-every-instance-of-it',
    BCRYPT_COST: '10',
    LOGINS_PER_ADDRESS_PER_MINUTE: '1000000',
    REGISTRATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
    // The router sets the client's address.
    TRUSTED_PROXIES: 'loopback',
    DEMO_LOGIN: '1',
    ...settings,
  }
  const start = async (name: ServiceName) => {
    const service = await startService({ name, env, log: () => undefined })
    t.teardown(() => service.stop())
    return { name, url: service.url }
  }
  const [management, delivery] = await Promise.all([start('management-api'), start('delivery')])
  upstreams = { 'management-api': [management], delivery: [delivery] }
  return { url: router.url, account: await register(router.url) }
}

async function register(url: string): Promise<Account> {
  const [email, password] = [freshEmail(), 'wet-paint-on-canvas-7']
  const body = { organizationName: freshName('museum'), name: 'Ada Curator', email, password }
  const { accessToken, organizationId } = (await call(url, 'POST', '/api/auth/register', {
    body,
  })) as {
    accessToken: string
    organizationId: string
  }
  return { email, password, token: accessToken, organizationId }
}

type Sent = { body?: unknown; form?: FormData; token?: string }

/** Makes a call beside the console. @throws for a status of 400 or above. */
export async function call(
  url: string,
  method: string,
  path: string,
  { body, form, token }: Sent = {},
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}
