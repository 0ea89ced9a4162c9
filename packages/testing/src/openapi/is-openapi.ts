import { Validator } from '@seriousme/openapi-schema-validator'
import type { OpenApiDocument } from './document.js'

/** Whether a document is valid by the OpenAPI Initiative's schema, and the errors if it is not. */
export const isOpenApi = (document: OpenApiDocument) =>
  new Validator().validate(structuredClone(document))
