import type { App } from '../app.js'

/** Allows the page's own scripts and styles, and data URLs for images; nothing from other origins. */
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
  /** The documents to choose from, the default first. Their URLs must be of the page's own origin. */
  documents: readonly { name: string; url: string }[]
}

/** A page that displays the documents and can send requests. Works offline. Needs `documentApi`. */
export async function documentationPage(app: App, { path, title, documents }: DocumentationPage) {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  await app.register(swaggerUi, {
    routePrefix: path,
    theme: { title },
    logo: { type: 'image/svg+xml', content: wordmark, href: path, target: '_self' },
    staticCSP: contentSecurityPolicy,
    uiConfig: {
      urls: [...documents],
      deepLinking: true,
      tryItOutEnabled: true,
      // Expands the tags, but not the operations.
      docExpansion: 'list',
    },
  })
}
