/** Shared by the route table and Fastify's router, which must agree. */
export const routerOptions = { maxParamLength: 256 }
