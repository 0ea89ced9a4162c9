/**
 * A personal access token with its limits: an organization and, unless null, one of its projects. Taken
 * only from the verified token.
 */
export type TokenScope = { tokenId: string; organizationId: string; projectId: string | null }

/**
 * The user of a request, from the verified token, never from a request's path or body. `tokenScope` is null
 * without a personal access token; it is required so that no caller forgets the limits of a token.
 */
export type Actor = { userId: string; tokenScope: TokenScope | null }

/**
 * The purpose of a transaction, which determines its role, and the user on whose behalf it runs. A project limits
 * what the user sees to its rows. It may come from a request's path, because it never shows a row that the user
 * does not see without it.
 */
export type Scope = {
  role: 'vitrine_request' | 'vitrine_account' | 'vitrine_job'
  actor: Actor | null
  projectId?: string
}

const asText = (value: string) => ({
  arg: value,
  type: { scalarType: 'string', arity: 'scalar' } as const,
})

/**
 * The first statement of a transaction. Its settings last until the end of the transaction, so it works
 * with transaction pooling. An empty text counts as no value: policies then match no row. Compiling a query
 * takes longer than any of these queries saves by it.
 */
export function enterScope({ role, actor, projectId = '' }: Scope) {
  const values = [
    role,
    actor?.userId ?? '',
    actor?.tokenScope?.organizationId ?? '',
    actor?.tokenScope?.projectId ?? '',
    actor?.tokenScope?.tokenId ?? '',
    projectId,
  ].map(asText)
  return {
    sql: `SELECT set_config('role', $1, true), set_config('vitrine.user_id', $2, true),
      set_config('vitrine.token_organization_id', $3, true),
      set_config('vitrine.token_project_id', $4, true), set_config('vitrine.token_id', $5, true),
      set_config('vitrine.project_id', $6, true), set_config('jit', 'off', true)`,
    args: values.map(({ arg }) => arg),
    argTypes: values.map(({ type }) => type),
  }
}
