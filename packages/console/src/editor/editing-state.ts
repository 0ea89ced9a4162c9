import type { Asset } from '../server/assets.ts'
import type { Kept } from './kept.ts'
import type { Change, Widget } from './working-copy/fields.ts'
import type { News } from './working-copy/merge.ts'
import type { WorkingCopy } from './working-copy/working-copy.ts'

/**
 * Where the changes are:
 * - `saved`: on the server;
 * - `kept`: in this browser alone. A published widget stays so until a person publishes the changes;
 * - `saving`: on their way;
 * - `offline`: in this browser, because the server does not answer;
 * - `refused`: in this browser, because the server does not accept them.
 */
export type Saving = 'saved' | 'kept' | 'saving' | 'offline' | 'refused'

export type EditingState = {
  readonly copy: WorkingCopy
  /** The newest state that the server has sent. */
  readonly widget: Widget
  readonly saving: Saving
  /** Why it is refused. */
  readonly problem: unknown
  /** The changes of another person. */
  readonly news: News | null
  readonly assets: ReadonlyMap<string, Asset>
}

export type EditingPorts = {
  kept: Kept
  get(): Promise<Widget>
  save(revision: number, change: Change): Promise<Widget>
  authors(since: number): Promise<string[]>
  /** Pictures by their ids; those that are deleted are missing. */
  find(ids: readonly string[]): Promise<Asset[]>
  /** Whether the role allows it. */
  mayEdit: boolean
}
