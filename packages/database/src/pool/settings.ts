export type PoolOptions = {
  url: string
  poolSize: number
  statementTimeoutMs: number
}

/** A pool of connections: see `DatabaseOptions`. */
export const poolSettings = ({ url, poolSize, statementTimeoutMs }: PoolOptions) => ({
  connectionString: url,
  max: poolSize,
  connectionTimeoutMillis: statementTimeoutMs,
  statement_timeout: statementTimeoutMs,
  // Counted here as well: a server that stopped answering enforces nothing.
  query_timeout: statementTimeoutMs + 500,
  keepAlive: true,
})
