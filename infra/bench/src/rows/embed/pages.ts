import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { createAdmin } from '../../admin.js'
import { drawPhoto } from '../../images/photo.js'
import type { AddCleanup } from '../../stack.js'
import type { Peer } from './peers.js'

const layouts = ['CAROUSEL', 'SLIDER', 'GRID', 'MASONRY', 'LIST_VERTICAL', 'LIST_HORIZONTAL']

export type Codes = {
  layout: string
  script: string
  snippet: string
  iframe: string
  bare: string
}

/** Publishes a widget of each layout with the same eight pictures. @returns their codes, with the key filled in. */
export async function createWidgets(managementUrl: string, url: string) {
  const admin = await createAdmin(managementUrl)
  const { id: projectId } = await admin.createProject('Embed')
  const project = `/api/projects/${projectId}`
  const size = { width: 1200, height: 800 }
  const assetIds: string[] = []
  for (let number = 1; number <= 8; number += 1) {
    const { pixels } = await drawPhoto(size.width, size.height, number)
    const picture = sharp(pixels, { raw: { ...size, channels: 3 } }).jpeg({ quality: 92 })
    const bytes = Uint8Array.from(await picture.toBuffer())
    assetIds.push((await admin.upload(projectId, `${number}.jpg`, bytes)).id)
  }
  const { key } = await admin.post<{ key: string }>(`${project}/api-keys`, { name: 'bench' })
  const widgets: Codes[] = []
  for (const layout of layouts) {
    const slug = layout.toLowerCase().replace('_', '-')
    const fields = { name: slug, slug, layout, assetIds, config: { aspectRatio: '3/2' } }
    const { id } = await admin.post<{ id: string }>(`${project}/widgets`, fields)
    await admin.put(`${project}/widgets/${id}/publish`)
    type Embed = Omit<Codes, 'layout' | 'bare'> & { iframeScript: string; placeholder: string }
    const codes = await admin.get<Embed>(`${project}/widgets/${id}/embed?width=100vw`)
    const paste = (code: string) => code.replaceAll(codes.placeholder, key)
    widgets.push({
      layout,
      script: paste(codes.script),
      snippet: paste(codes.snippet),
      iframe: paste(`${codes.iframe}\n${codes.iframeScript}`),
      // As a framework renders it. The page keeps its place by a class, until the script has come.
      bare: `<vitrine-widget slug="${slug}" api-key="${key}" base-url="${url}" layout="${layout}"></vitrine-widget>`,
    })
  }
  return { widgets, assetIds }
}

/** A bare element whose place the page keeps, `ratio` being its width by its height. */
export const withRatio = (bare: string, ratio: number, number = 0): string =>
  `<style>.w${number}:not(:defined){display:block;aspect-ratio:${ratio}}</style>
${bare.replace(' slug', ` class="w${number}" ratio="${ratio}" slug`)}`

export const entryScript = (url: string): string =>
  `<script type="module" src="${url}/embed/v1.js"></script>`

/** @param files adds a file to the site and returns its address. */
export function peerCode(
  { script, css, html }: Peer,
  pictures: readonly string[],
  add: (text: string, type: string) => string,
): string {
  const slides = pictures.map(
    (src, index) =>
      `<img src="${src}" alt="Picture" width="480" height="320"${index > 0 ? ' loading="lazy"' : ''}>`,
  )
  return `<link rel="stylesheet" href="${add(css, 'text/css')}">
${html(slides)}
<script type="module" src="${add(script, 'text/javascript')}"></script>`
}

/** A site on an origin of its own. */
export async function startSite(addCleanup: AddCleanup) {
  const files: { body: Buffer; type: string }[] = []
  const server = createServer(({ url = '/' }, response) => {
    const file = files[Number(url.slice(1))]
    const type = `${file?.type ?? 'text/plain'}; charset=utf-8`
    const headers = { 'content-type': type, 'content-encoding': 'gzip' }
    response.writeHead(file === undefined ? 404 : 200, headers).end(file?.body ?? gzipSync(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  addCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const add = (text: string, type: string): string => {
    files.push({ body: gzipSync(text, { level: 9 }), type })
    return `http://127.0.0.1:${port}/${files.length - 1}`
  }
  /** @returns the URL of a new page with this code on the first screen, and some text. */
  const addPage = (code: string): string => add(documentOf(code), 'text/html')
  return { add, addPage }
}

const text = '<p>One line of text, of a page that is about something else than its pictures.</p>'

const documentOf = (code: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pictures</title>
<style>body { margin: 0; font: 16px/1.5 sans-serif }
h1, p { margin: 0 0 16px }
img { display: block; width: 100%; height: auto }</style>
</head>
<body><main>
<h1>Pictures</h1>
${text}
<div>${code}</div>
${text.repeat(5)}
</main></body>
</html>
`
