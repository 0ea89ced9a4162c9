/** The measurements of the service for an acknowledged change. */
export type Proof = {
  /** null in the answer to a repeated call: an earlier one has committed the change. */
  commitMs: number | null
  /** From the commit on; of a repeated call from its own beginning. */
  everywhereMs: number
  acknowledged: number
  replicas: number
}

const metric = /^\s*([\w-]+)((?:;[^,]*)?)$/
const parameter = (name: string, text: string): string | undefined =>
  new RegExp(`;\\s*${name}="?([^";,]*)"?`).exec(text)?.[1]

/** Zero if the text is no number. */
const numberIn = (text: string | undefined): number => {
  const number = Number(text)
  return number >= 0 && number < Number.POSITIVE_INFINITY ? number : 0
}

/**
 * Reads `Server-Timing: commit;dur=8.2, everywhere;dur=1.9;desc="4 of 4"`, of a repeated call without `commit`; null
 * if it has no proof.
 */
export function proofOf(headers: Headers): Proof | null {
  const metrics = new Map<string, string>()
  for (const part of (headers.get('Server-Timing') ?? '').split(',')) {
    const [, name = '', parameters = ''] = metric.exec(part) ?? []
    metrics.set(name, parameters)
  }
  const commit = metrics.get('commit')
  const everywhere = metrics.get('everywhere')
  if (everywhere === undefined) return null
  const [acknowledged, replicas] = (parameter('desc', everywhere) ?? '').split(' of ')
  return {
    commitMs: commit === undefined ? null : numberIn(parameter('dur', commit)),
    everywhereMs: numberIn(parameter('dur', everywhere)),
    acknowledged: numberIn(acknowledged),
    replicas: numberIn(replicas),
  }
}
