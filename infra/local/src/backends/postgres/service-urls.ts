import { createHmac } from 'node:crypto'
import { givenUrl } from '../../../preflight/given-backends.mjs'

/** The URLs the services log in with. The migrations create their roles. */
export type ServiceUrls = { MANAGEMENT_DATABASE_URL: string; DELIVERY_DATABASE_URL: string }

/**
 * URLs from the environment, or the owner's URL with a role for each service. The role's password
 * is derived from the owner's, so that every stack on a server computes the same one.
 *
 * @param fallback a secret to use if the owner has no password.
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
    // `vitrine_management` itself is the group role of this one.
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
