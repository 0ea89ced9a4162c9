/**
 * The rules that the promise rests on. A proof leaves one of them out and must then find a stale
 * answer or an untrue acknowledgement; nothing else ever passes a `without`.
 */
export const rules = [
  // replica
  'apply-without-gap',
  'apply-before-ack',
  'lease',
  'lease-from-send',
  'load-after-register',
  'fenced-for-good',
  'end-lease-before-leave',
  'suspended-clock',
  // reader
  'floors-in-memory',
  'floors-in-store',
  'floors-in-flight',
  'fill-not-behind',
  // writer
  'wait-for-acks',
  'roster-after-commit',
  'fence-after-lease',
  'fence-as-observed',
  'settle-what-is-so',
  // without Postgres
  'copy-of-same-identity',
  'copy-after-fence',
] as const

export type Rule = (typeof rules)[number]
export type Without = ReadonlySet<Rule>

/**
 * The rules that a text names, separated by commas; none for an empty one.
 *
 * @throws Error for a name that is no rule's.
 */
export function parseRules(text: string): Without {
  const names = text.split(',').filter((name) => name !== '')
  return new Set(
    names.map((name) => {
      const rule = rules.find((known) => known === name)
      if (rule === undefined) throw new Error(`"${name}" is no rule; there are ${rules.join(', ')}`)
      return rule
    }),
  )
}
