import type { Probe } from './fixture.js'

/** A widget read with a key: `v3`, `absent` (404) or `refused` (401). */
export const widgetProbe = (slug: string, key: string): Probe => ({
  call: { path: `/api/v1/widgets/${slug}`, headers: { 'x-api-key': key } },
  appearanceOf: ({ status, body }) => {
    if (status === 200) return `v${versionOf(body)}`
    return { 401: 'refused', 404: 'absent' }[status] ?? null
  },
})

/** Whether an image or a rendition of it is served: `there` or `gone`. */
export const imageProbe = (projectId: string, assetId: string, query = ''): Probe => ({
  call: { path: `/api/v1/deliver/${projectId}/${assetId}${query}` },
  appearanceOf: ({ status }) => ({ 200: 'there', 404: 'gone' })[status] ?? null,
})

/** Whether a widget lists an image: `there` or `gone`. */
export const listedProbe = (slug: string, key: string, assetId: string): Probe => ({
  call: { path: `/api/v1/widgets/${slug}`, headers: { 'x-api-key': key } },
  appearanceOf: (reply) =>
    reply.status === 200 ? (reply.body.includes(assetId) ? 'there' : 'gone') : null,
})

function versionOf(body: string): unknown {
  const { widget } = JSON.parse(body) as { widget: { config: string } }
  return (JSON.parse(widget.config) as { version?: unknown }).version
}
