/**
 * A personal access token, and what it is limited to: an organization and, unless null, one of its
 * projects. Comes from the verified token alone.
 */
export type TokenScope = { tokenId: string; organizationId: string; projectId: string | null }

/**
 * The user of a request, from the verified token, never from a request's path or body. `tokenScope` is null
 * without a personal access token; it is required so that no caller forgets the limits of a token.
 */
export type Actor = { userId: string; tokenScope: TokenScope | null }

/** What a transaction is for, which is the role that it runs as, and on whose behalf. */
export type Scope = {
  role: 'vitrine_request' | 'vitrine_account' | 'vitrine_job'
  actor: Actor | null
}

const asText = (value: string) => ({
  arg: value,
  type: { scalarType: 'string', arity: 'scalar' } as const,
})

/**
 * The statement that a transaction begins with. It holds until the end of the transaction, so it may
 * go through a pool of transactions. An empty text is no value: policies then find no row.
 */
export function enterScope({ role, actor }: Scope) {
  const values = [
    role,
    actor?.userId ?? '',
    actor?.tokenScope?.organizationId ?? '',
    actor?.tokenScope?.projectId ?? '',
    actor?.tokenScope?.tokenId ?? '',
  ].map(asText)
  return {
    sql: `SELECT set_config('role', $1, true), set_config('vitrine.user_id', $2, true),
      set_config('vitrine.token_organization_id', $3, true),
      set_config('vitrine.token_project_id', $4, true), set_config('vitrine.token_id', $5, true)`,
    args: values.map(({ arg }) => arg),
    argTypes: values.map(({ type }) => type),
  }
}
