import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Content of a page's `<head>` and `<body>`. */
export type PageSpec = {
  head?: string
  body: string
  headers?: Readonly<Record<string, string>>
}

export type Site = Awaited<ReturnType<typeof startSite>>

type File = { type: string; content: Buffer; headers?: Readonly<Record<string, string>> }

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** A site on its own origin that serves pages and their files, compressed. */
export async function startSite() {
  const files = new Map<string, File>()
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(new URL(url, 'http://site').pathname)
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': file?.type ?? 'text/plain',
      'content-encoding': 'gzip',
      ...file?.headers,
    })
    response.end(file?.content ?? gzipSync(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let pages = 0
  return {
    addFile: (path: string, text: string): void => {
      files.set(path, { type: types[extname(path)] ?? 'text/plain', content: gzipSync(text) })
    },
    /** @returns the URL of a new page. */
    addPage: (page: PageSpec): string => {
      pages += 1
      const path = `/page-${pages}`
      const { headers = {} } = page
      const content = gzipSync(documentOf(page))
      files.set(path, { type: 'text/html; charset=utf-8', content, headers })
      return origin + path
    },
    stop: (): Promise<unknown> => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const documentOf = ({ head = '', body }: PageSpec): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pictures</title>
${head}
</head>
<body>
${body}
</body>
</html>
`
