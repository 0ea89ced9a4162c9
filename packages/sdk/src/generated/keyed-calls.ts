/* Generated from the OpenAPI documents by infra/openapi. Do not edit. */

/** Of `METHOD path`: whether the call takes an Idempotency-Key. */
export const keyedCalls = /^(?:POST \/api\/auth\/register|POST \/api\/auth\/tokens|POST \/api\/organizations|POST \/api\/organizations\/[^/]+\/invitations|POST \/api\/organizations\/[^/]+\/projects|POST \/api\/projects\/[^/]+\/api-keys|POST \/api\/projects\/[^/]+\/assets|POST \/api\/projects\/[^/]+\/folders|POST \/api\/projects\/[^/]+\/widgets|POST \/api\/projects\/[^/]+\/widgets\/[^/]+\/duplicate)$/
