import type { App } from '../app.js'

/**
 * Makes every route that is added afterwards reject unknown query parameters. Otherwise a misspelled filter
 * would return everything.
 */
export function refuseUnknownQueries(app: App): void {
  app.addHook('onRoute', (route) => {
    const known = (route.schema?.querystring ?? {}) as { properties?: object }
    const querystring = { type: 'object', properties: {}, ...known, additionalProperties: false }
    route.schema = { ...route.schema, querystring }
  })
}
