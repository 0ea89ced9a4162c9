declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked, again and again, by what looks after the service: no work of its own. */
    isProbe?: true
  }
}

/** Of routes that nobody is served by: not logged either. */
export const probe = { logLevel: 'silent', config: { isProbe: true } } as const
