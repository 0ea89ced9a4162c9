import { useState } from 'react'
import { IconButton } from '../../../src/controls/button.tsx'
import { type Column, DataTable } from '../../../src/controls/data-table.tsx'
import { Menu, MenuItem } from '../../../src/controls/menu.tsx'
import { OrderedList } from '../../../src/controls/ordered-list.tsx'
import { Pager } from '../../../src/controls/pager.tsx'
import { Tabs } from '../../../src/controls/tabs.tsx'
import { Heard, Valued } from './heard.tsx'

type Person = { id: string; name: string; role: string; pictures: number }

const people: Person[] = [
  { id: 'a', name: 'Ada Curator', role: 'Owner', pictures: 1204 },
  { id: 'b', name: 'Grace', role: 'Editor', pictures: 7 },
  { id: 'c', name: 'x'.repeat(200), role: 'Viewer', pictures: 0 },
]

const columns: Column<Person>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { id: 'role', label: 'Role', cell: ({ role }) => role },
  { id: 'pictures', label: 'Pictures', kind: 'number', cell: ({ pictures }) => pictures },
  {
    id: 'menu',
    label: 'Actions',
    kind: 'menu',
    cell: ({ name }) => (
      <Menu
        label={name}
        trigger={<IconButton icon="more" size="sm" label={`Actions for ${name.slice(0, 20)}`} />}
      >
        <MenuItem label="Remove" />
      </Menu>
    ),
  },
]

export const table = (
  <DataTable label="Members" columns={columns} rows={people} keyOf={({ id }) => id} />
)

export const pager = (
  <Valued initial={0}>
    {(page, change) => <Pager page={page} size={50} total={1234} onChange={change} />}
  </Valued>
)

export const shortPager = <Pager page={0} size={50} total={50} onChange={() => undefined} />
/** The page of an address whose list has become shorter. */
export const latePager = (
  <Valued initial={3}>
    {(page, change) => <Pager page={page} size={50} total={20} onChange={change} />}
  </Valued>
)

const forms = [
  { id: 'script', label: 'Script' },
  { id: 'iframe', label: 'iframe' },
  { id: 'react', label: 'React' },
] as const

export const tabs = (
  <Valued<string> initial="script">
    {(value, change) => (
      <Tabs label="Form of the code" tabs={forms} value={value} onChange={change}>
        <p>The code for {value}</p>
      </Tabs>
    )}
  </Valued>
)

type Entry = { key: string; name: string }

function Order({ hear, isReadOnly }: { hear(words: string): void; isReadOnly: boolean }) {
  const [entries, setEntries] = useState<Entry[]>(
    ['Dune', 'Harbour', 'Lighthouse', 'Pier'].map((name) => ({ key: name.toLowerCase(), name })),
  )
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const move = (keys: ReadonlySet<string>, target: string, side: 'before' | 'after') => {
    const rest = entries.filter(({ key }) => !keys.has(key))
    const at = rest.findIndex(({ key }) => key === target) + (side === 'after' ? 1 : 0)
    const moved = entries.filter(({ key }) => keys.has(key))
    const next = [...rest.slice(0, at), ...moved, ...rest.slice(at)]
    setEntries(next)
    hear(next.map(({ name }) => name).join(' '))
  }
  return (
    <div style={{ blockSize: 320, maxInlineSize: 420, display: 'grid' }}>
      <OrderedList
        label="Pictures of the widget"
        entries={entries}
        nameOf={({ name }) => name}
        row={({ name }) => <span>{name}</span>}
        selected={selected}
        onSelect={(keys) => {
          setSelected(keys)
          hear(`${keys.size} selected`)
        }}
        onAction={(key) => hear(`opened ${key}`)}
        onMove={move}
        isReadOnly={isReadOnly}
      />
    </div>
  )
}

export const order = <Heard>{(hear) => <Order hear={hear} isReadOnly={false} />}</Heard>
export const fixedOrder = <Heard>{(hear) => <Order hear={hear} isReadOnly />}</Heard>
export const emptyOrder = (
  <OrderedList<Entry>
    label="Pictures of the new widget"
    entries={[]}
    nameOf={({ name }) => name}
    row={() => null}
    selected={new Set()}
    onSelect={() => undefined}
    onAction={() => undefined}
    onMove={() => undefined}
    empty={<p>No pictures yet.</p>}
  />
)
