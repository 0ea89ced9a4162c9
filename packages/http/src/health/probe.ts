declare module 'fastify' {
  interface FastifyContextConfig {
    /** Polled by monitoring. Its requests do not count as work. */
    isProbe?: true
  }
}

/** The options of a route for monitoring. Its requests are not logged. */
export const probe = { logLevel: 'silent', config: { isProbe: true } } as const
