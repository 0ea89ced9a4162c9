import type { AddressInfo } from 'node:net'
import type { App } from '@vitrine/http'

/**
 * What an app's /metrics says now of each series, such as `image_answers_total{tier="disk"}`. Over a
 * socket: it is not in the document that answers to `inject` are held against.
 */
export async function metersOf(app: App): Promise<(series: string) => number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n')
  return (series) => {
    const line = lines.find((text) => text.startsWith(`${series} `))
    return line === undefined ? 0 : Number(line.slice(series.length + 1))
  }
}

/** How many renditions these apps have made, all together. */
export async function madeBy(...apps: App[]): Promise<number> {
  let made = 0
  for (const app of apps) made += (await metersOf(app))('renditions_made_total')
  return made
}

/** How many answers came from each tier. */
export async function tiersOf(app: App): Promise<Record<string, number>> {
  const meter = await metersOf(app)
  const tiers = ['memory', 'disk', 'store', 'made']
  return Object.fromEntries(
    tiers.map((tier) => [tier, meter(`image_answers_total{tier="${tier}"}`)]),
  )
}
