import type { Renditions } from './renditions.js'

/**
 * Drops the cached bytes of every asset and project that a change names. This only frees space early: each
 * request reads its asset first, so correctness does not depend on it. The bytes of an edited asset are
 * simply fetched again.
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
