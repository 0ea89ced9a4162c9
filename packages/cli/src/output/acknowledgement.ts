import type { Acknowledgement } from '@vitrine/sdk/acknowledgement'

/** What a change does to the public: it is `live`, or what it ended is `refused`. */
export type Effect = 'live' | 'refused'

const starts = { live: 'Live on', refused: 'Refused by' } as const satisfies Record<Effect, string>

/** What the service has acknowledged, such as "Refused by 4 of 4 replicas and purged from the CDN in 41 ms." */
export function acknowledgementWords(acknowledgement: Acknowledgement, effect: Effect): string {
  const { acknowledged, replicas, cdn } = acknowledgement
  const rest =
    acknowledged < replicas ? ' Each other one serves nothing until it has the change.' : ''
  return `${replicasWords(acknowledgement, effect)}${cdnWords(cdn)}.${rest}`
}

/** Such as "Refused by 4 of 4 replicas", to which more can be added. */
export function replicasWords(
  { acknowledged, replicas }: Pick<Acknowledgement, 'acknowledged' | 'replicas'>,
  effect: Effect,
): string {
  return `${starts[effect]} ${acknowledged} of ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`
}

function cdnWords(cdn: Acknowledgement['cdn']): string {
  if (cdn === null) return ''
  if (cdn.purgedMs === null) return ', but the CDN may keep pictures up to a year'
  return ` and purged from the CDN in ${Math.max(1, Math.round(cdn.purgedMs))} ms`
}
