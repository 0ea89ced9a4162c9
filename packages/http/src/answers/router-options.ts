/** The route table and Fastify's router have to agree on these. */
export const routerOptions = { maxParamLength: 256 }
