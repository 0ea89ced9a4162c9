declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requested again and again by what monitors the service: it does not count as work. */
    isProbe?: true
  }
}

/** The options of a route for monitoring. Its requests are not logged. */
export const probe = { logLevel: 'silent', config: { isProbe: true } } as const
