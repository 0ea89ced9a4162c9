import swaggerUi from '@fastify/swagger-ui'
import type { App } from '../app.js'

/** Its own scripts and styles, and pictures inside of them: nothing comes from elsewhere. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The page writes `style` attributes into its SVG pictures.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page that shows the document and can make its calls. Works offline. Needs `documentApi`. */
export async function documentationPage(
  app: App,
  { path, title }: { path: string; title: string },
) {
  await app.register(swaggerUi, {
    routePrefix: path,
    theme: { title },
    staticCSP: contentSecurityPolicy,
    uiConfig: { deepLinking: true, tryItOutEnabled: true },
  })
}
