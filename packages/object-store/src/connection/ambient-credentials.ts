import type { CredentialsSource } from './credentials.js'

/**
 * The credentials that AWS provides to a program: AWS_* variables, a web identity (IRSA), the endpoint of a
 * container (ECS, EKS pod identity), the instance metadata service (IMDSv2). AWS's own chain reads its
 * variables from the environment. It is loaded at the first use, so a service with static keys does not
 * load it.
 */
export function ambientCredentials(region: string): CredentialsSource {
  const load = async () => {
    const { defaultProvider } = await import('@aws-sdk/credential-provider-node')
    // The region of the token service for web identities.
    return defaultProvider({ clientConfig: { region } })
  }
  let chain: ReturnType<typeof load> | undefined
  return async () => {
    chain ??= load()
    const provide = await chain
    // Our own cache decides when to renew: AWS's hides that a renewal failed.
    const found = await provide({ forceRefresh: true })
    return {
      accessKey: found.accessKeyId,
      secretKey: found.secretAccessKey,
      ...(found.sessionToken !== undefined && { sessionToken: found.sessionToken }),
      ...(found.expiration !== undefined && { expiresAtMs: found.expiration.getTime() }),
    }
  }
}
