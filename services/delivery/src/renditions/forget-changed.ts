import type { Renditions } from './renditions.js'

/**
 * Drops the bytes of whatever a change names. No answer depends on it, for every request asks for
 * its asset first: what was deleted is not to lie about. What was merely edited is fetched again.
 */
export function forgetChanged(
  renditions: Pick<Renditions, 'forget'>,
  tags: readonly string[],
): void {
  for (const tag of tags) {
    const [kind, id] = tag.split(':')
    if (id !== undefined && (kind === 'asset' || kind === 'project')) renditions.forget(id)
  }
}
