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

const wordmark = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32" viewBox="0 0 120 32"><text x="4" y="23" fill="#fff" font-family="system-ui, sans-serif" font-size="22" font-weight="700">Vitrine</text></svg>',
)

export type DocumentationPage = {
  path: string
  title: string
  /** The documents to choose from, the first one shown first: addresses of this page's own origin. */
  documents: readonly { name: string; url: string }[]
}

/** A page that shows documents and can make their calls. Works offline. Needs `documentApi`. */
export async function documentationPage(app: App, { path, title, documents }: DocumentationPage) {
  await app.register(swaggerUi, {
    routePrefix: path,
    theme: { title },
    logo: { type: 'image/svg+xml', content: wordmark, href: path, target: '_self' },
    staticCSP: contentSecurityPolicy,
    uiConfig: {
      urls: [...documents],
      deepLinking: true,
      tryItOutEnabled: true,
      // In the order of the document's tags and of its calls.
      docExpansion: 'list',
    },
  })
}
