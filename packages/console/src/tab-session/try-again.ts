import type { Credentials } from '@vitrine/sdk'

/** The error code if the service has refused the session; undefined for any other answer. */
export async function codeOfSession(response: Response): Promise<string | undefined> {
  if (response.status !== 401) return undefined
  return response
    .clone()
    .json()
    .then(
      ({ code }) => code,
      () => undefined,
    )
}

/**
 * The token that another tab has sent may have expired as well, as in a tab that is opened after a long pause. The
 * first call finds that out, and the second one gets a new token.
 */
export const tryingAgain =
  (authorize: Credentials['authorize']): Credentials['authorize'] =>
  async (request, send, origin) => {
    const again = request.clone()
    const response = await authorize(request, send, origin)
    const isExpired = (await codeOfSession(response)) === 'TOKEN_EXPIRED'
    return isExpired ? authorize(again, send, origin) : response
  }
