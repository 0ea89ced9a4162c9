import { getRight } from './get.js'

/** Sum over all labels of a counter in a service's /metrics. @returns NaN if there is no such counter. */
export async function readCounter(serviceUrl: string, name: string): Promise<number> {
  const { body } = await getRight({ url: `${serviceUrl}/metrics` })
  return sumOf(body.toString(), name)
}

/** @param text in Prometheus' format */
export function sumOf(text: string, name: string): number {
  const values = [...text.matchAll(/^(\w+)(?:\{.*\})? (\S+)$/gm)]
    .filter(([, found]) => found === name)
    .map(([, , value]) => Number(value))
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0)
}
