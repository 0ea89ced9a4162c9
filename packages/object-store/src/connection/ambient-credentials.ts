import type { CredentialsSource } from './credentials.js'

/**
 * The credentials that AWS gives to a program where it runs: AWS_* variables, a web identity (IRSA),
 * the endpoint of a container (ECS, EKS pod identity), the metadata service of the machine (IMDSv2).
 * The chain is AWS's own, and reads its variables from the environment itself. It is loaded with the
 * first use: a service with keys of its own does not pay for it.
 */
export function ambientCredentials(region: string): CredentialsSource {
  const load = async () => {
    const { defaultProvider } = await import('@aws-sdk/credential-provider-node')
    // Where the token service is asked for the credentials of a web identity.
    return defaultProvider({ clientConfig: { region } })
  }
  let chain: ReturnType<typeof load> | undefined
  return async () => {
    chain ??= load()
    const provide = await chain
    // Our own cache decides when they are renewed: AWS's hides that a renewal failed.
    const found = await provide({ forceRefresh: true })
    return {
      accessKey: found.accessKeyId,
      secretKey: found.secretAccessKey,
      ...(found.sessionToken !== undefined && { sessionToken: found.sessionToken }),
      ...(found.expiration !== undefined && { expiresAtMs: found.expiration.getTime() }),
    }
  }
}
