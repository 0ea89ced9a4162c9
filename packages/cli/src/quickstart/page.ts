import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LocalPage = {
  /** Such as `http://127.0.0.1:40123`. */
  origin: string
  port: number
  /** Until it is set, the page is answered by 503. */
  show(html: string): void
  close(): void
}

/** @param wanted the port; another one if it is in use, and any if it is 0. */
export async function serveLocally(wanted: number): Promise<LocalPage> {
  let html: string | undefined
  const server = createServer((request, response) => {
    const status = request.url !== '/' ? 404 : html === undefined ? 503 : 200
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(status === 200 ? html : '')
  })
  await listen(server, wanted).catch(() => listen(server, 0))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    show: (next) => {
      html = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

export function pageOf(title: string, code: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
  body { font: 16px/1.5 system-ui; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
  pre { overflow: auto; padding: 1rem; background: #f3f3f3 }
</style>
<h1>${escaped(title)}</h1>
${code}
<h2>Paste this into your page</h2>
<pre>${escaped(code)}</pre>
</html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => entities[one] ?? one)
