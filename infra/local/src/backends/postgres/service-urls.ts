import { createHmac } from 'node:crypto'
import { givenUrl } from '../../../preflight/given-backends.mjs'

/** The addresses that the services log in with. The migrations make their roles. */
export type ServiceUrls = { MANAGEMENT_DATABASE_URL: string; DELIVERY_DATABASE_URL: string }

/**
 * Those of the environment, or the owner's address with a role of the service's own. Its password
 * follows from the owner's: every stack on one server comes to the same.
 *
 * @param fallback a secret for an owner that needs no password.
 */
export function serviceUrls(
  env: Readonly<NodeJS.ProcessEnv>,
  ownerUrl: string,
  fallback: string,
): ServiceUrls {
  const urlOf = (variable: keyof ServiceUrls, suffix: string): string => {
    const given = givenUrl(env, variable)
    if (given !== null) return given
    const url = new URL(ownerUrl)
    // `vitrine_management` itself is the role that this one is a member of.
    url.username = `${url.username}_${suffix}_login`
    url.password = createHmac('sha256', url.password || fallback)
      .update(suffix)
      .digest('hex')
    return url.href
  }
  return {
    MANAGEMENT_DATABASE_URL: urlOf('MANAGEMENT_DATABASE_URL', 'management'),
    DELIVERY_DATABASE_URL: urlOf('DELIVERY_DATABASE_URL', 'delivery'),
  }
}
