import type { Reply } from '@vitrine/testing/http'
import type { Probe } from './fixture.js'

/** A widget read with a key: `v3`, `absent` (404), `elsewhere` (403) or `refused` (401). */
export const widgetProbe = (slug: string, key: string): Probe => ({
  call: { path: `/api/v1/widgets/${slug}`, headers: { 'x-api-key': key } },
  appearanceOf: ({ status, body }) => {
    if (status === 200) return `v${versionOf(body)}`
    return { 401: 'refused', 403: 'elsewhere', 404: 'absent' }[status] ?? null
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

/** The same probe with other names for its states: the probes of one subject must agree on them. */
export const renamed = (probe: Probe, names: Readonly<Record<string, string>>): Probe => ({
  ...probe,
  appearanceOf: (reply: Reply) => names[probe.appearanceOf(reply) ?? ''] ?? null,
})

function versionOf(body: string): unknown {
  const { widget } = JSON.parse(body) as { widget: { config: string } }
  return (JSON.parse(widget.config) as { version?: unknown }).version
}
