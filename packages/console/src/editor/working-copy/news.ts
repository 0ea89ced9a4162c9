import { countOf, type Differences, differencesOf } from './differences.ts'
import { fieldsOf, type Widget } from './fields.ts'
import type { WorkingCopy } from './working-copy.ts'

/** The changes of other people since the copy was made. */
export type News = { readonly authors: readonly string[]; readonly differences: Differences }

/** Null if nothing differs that the editor shows. */
export function newsOf({ base }: WorkingCopy, theirs: Widget): News | null {
  const differences = differencesOf(base, fieldsOf(theirs))
  return countOf(differences) === 0 ? null : { authors: [], differences }
}
