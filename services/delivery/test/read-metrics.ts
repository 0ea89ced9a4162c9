import { type App, probeAppOf } from '@vitrine/http'

/** The current values of an app's /metrics by series, such as `image_answers_total{tier="disk"}`. */
export async function readMetrics(app: App): Promise<(series: string) => number> {
  const lines = (await probeAppOf(app).inject('/metrics')).body.split('\n')
  return (series) => {
    const line = lines.find((text) => text.startsWith(`${series} `))
    return line === undefined ? 0 : Number(line.slice(series.length + 1))
  }
}

/** How many renditions these apps have rendered in total. */
export async function rendersOf(...apps: App[]): Promise<number> {
  let rendered = 0
  for (const app of apps) rendered += (await readMetrics(app))('renditions_rendered_total')
  return rendered
}

/** The number of answers from each tier. */
export async function tiersOf(app: App): Promise<Record<string, number>> {
  const metric = await readMetrics(app)
  const tiers = ['memory', 'disk', 'store', 'rendered']
  return Object.fromEntries(
    tiers.map((tier) => [tier, metric(`image_answers_total{tier="${tier}"}`)]),
  )
}
