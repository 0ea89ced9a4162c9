import { Validator } from '@seriousme/openapi-schema-validator'
import type { OpenApiDocument } from './document.js'

/** Whether it is valid by the OpenAPI Initiative's own schema, and what is wrong if it isn't. */
export const isOpenApi = (document: OpenApiDocument) =>
  new Validator().validate(structuredClone(document))
