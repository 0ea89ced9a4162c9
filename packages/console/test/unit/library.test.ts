import t from '@vitrine/testing/t'
import { changedFields } from '../../src/library/details/history-words.ts'
import { actionOf } from '../../src/library/grid/actions.ts'
import { widgetsOf } from '../../src/library/usage.ts'

t.test('widgets of several pictures are listed once, live ones first', async (t) => {
  const draft = { id: 'd', name: 'Draft', status: 'DRAFT' } as const
  const live = { id: 'l', name: 'Live', status: 'PUBLISHED' } as const
  const found = widgetsOf([[draft], [draft, live], []])
  t.match(found, [
    { id: 'l', count: 1 },
    { id: 'd', count: 2 },
  ])
})

t.test('keys of a cell', async (t) => {
  const pressed = (key: string, ctrlKey = false) => actionOf({ key, ctrlKey, metaKey: false })
  t.equal(pressed('F2'), 'rename')
  t.equal(pressed('Delete'), 'delete')
  t.equal(pressed('a', true), 'all')
  t.equal(pressed('a'), undefined)
})

t.test('changes are shown as people read them', async (t) => {
  const changes = {
    altText: { from: null, to: 'A boat' },
    tags: { added: ['sea'], removed: [] },
    focalPoint: { from: null, to: { x: 0.25, y: 0.5 } },
    folderId: { from: null, to: '8c9a' },
    sha256: { from: 'a', to: 'b' },
  }
  t.same(changedFields(changes), [
    { field: 'Alt text', from: '', to: 'A boat' },
    { field: 'Tags', from: '', to: 'sea' },
    { field: 'Focal point', from: '', to: '25 % / 50 %' },
    { field: 'Folder', from: '', to: 'moved' },
  ])
})
