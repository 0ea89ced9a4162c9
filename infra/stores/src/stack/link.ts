import { createFaultProxy, type FaultProxy } from '@vitrine/chaos/fault-proxy'
import type { StoreSettings } from '../stores/store.js'

/**
 * A fault proxy between both services and the store.
 *
 * @returns null for https: the store's certificate is not valid for the proxy's address.
 */
export async function linkTo(settings: StoreSettings): Promise<FaultProxy | null> {
  const { hostname, port, protocol } = new URL(settings.S3_ENDPOINT)
  if (protocol === 'https:') return null
  return createFaultProxy({ target: { host: hostname, port: Number(port || 80) } })
}

/** The settings of a service that uses the link. */
export const throughLink = (settings: StoreSettings, link: FaultProxy | null): StoreSettings =>
  link === null ? settings : { ...settings, S3_ENDPOINT: `http://127.0.0.1:${link.port}` }
