import { type Entry, newEntry } from '../../src/uploads/ledger.ts'

/** A file of a project that waits for its turn. */
export const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  ...newEntry({
    id,
    projectId: 'p',
    folderId: null,
    path: '',
    name: `${id}.gif`,
    size: 10,
    modified: 0,
  }),
  ...more,
})
