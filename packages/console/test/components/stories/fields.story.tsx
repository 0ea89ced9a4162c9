import { Checkbox } from '../../../src/controls/checkbox.tsx'
import { Choices } from '../../../src/controls/choices.tsx'
import { DayField } from '../../../src/controls/day-field.tsx'
import { LiveSearch } from '../../../src/controls/live-search.tsx'
import { NativeSelect } from '../../../src/controls/native-select.tsx'
import { Select } from '../../../src/controls/select.tsx'
import { TextField } from '../../../src/controls/text-field.tsx'
import { Valued } from './heard.tsx'

const stack = { display: 'grid', gap: 16, maxInlineSize: 420 } as const

export const textFields = (
  <div style={stack}>
    <TextField label="Name" hint="All members see it." defaultValue="Kunsthalle" isRequired />
    <TextField
      label="Short name"
      hint="Small letters, digits and hyphens."
      problem="must not have spaces"
      defaultValue="kunst halle"
    />
    <TextField label="Description" rows={3} problem="is longer than 2,000 letters" />
    <TextField label="Identifier" defaultValue="0f6f6a3e" isReadOnly />
    <TextField label="Region" defaultValue="eu-central" isDisabled />
  </div>
)

export const longField = (
  <div style={stack}>
    <TextField
      label={'Donaudampfschifffahrtsgesellschaft'.repeat(4)}
      hint={'Rindfleischetikettierungs'.repeat(6)}
    />
    <TextField label="Address" problem={'unbrechbar'.repeat(20)} />
  </div>
)

export const checkboxes = (
  <Valued initial={false}>
    {(isSelected, change) => (
      <div style={stack}>
        <Checkbox
          isSelected={isSelected}
          onChange={change}
          hint="Screen readers skip such pictures."
        >
          Decorative
        </Checkbox>
        <Checkbox isSelected isReadOnly onChange={change}>
          Read
        </Checkbox>
      </div>
    )}
  </Valued>
)

const roles = [
  { id: 'VIEWER', label: 'Viewer', hint: 'Sees everything.' },
  { id: 'EDITOR', label: 'Editor', hint: 'Uploads pictures and edits widgets.' },
  { id: 'ADMIN', label: 'Admin', hint: 'Also keys and members.' },
] as const

export const choices = (
  <Valued<string> initial="EDITOR">
    {(value, change) => <Choices label="Role" choices={roles} value={value} onChange={change} />}
  </Valued>
)

const countries = [
  { id: 'at', label: 'Austria' },
  { id: 'be', label: 'Belgium', hint: 'Three languages.' },
  { id: 'ca', label: 'Canada' },
  { id: 'cl', label: 'Chile' },
] as const

export const select = (
  <Valued<string> initial="at">
    {(value, change) => (
      <div style={stack}>
        <Select label="Country" options={countries} value={value} onChange={change} />
      </div>
    )}
  </Valued>
)

export const selects = (
  <div style={stack}>
    <Select label="Region" options={countries} value="be" onChange={() => undefined} isDisabled />
    <Select
      label="Longest"
      options={[{ id: 'long', label: 'x'.repeat(200) }]}
      value="long"
      onChange={() => undefined}
    />
  </div>
)

export const nativeSelect = (
  <Valued<string> initial="name">
    {(value, change) => (
      <NativeSelect
        label="Sort by"
        options={[
          { id: 'name', label: 'Name' },
          { id: 'size', label: 'Size' },
        ]}
        value={value}
        onChange={change}
      />
    )}
  </Valued>
)

export const dayField = (
  <Valued<string | undefined> initial="2026-11-24">
    {(value, change) => (
      <DayField
        label="From"
        value={value}
        min="2026-11-01"
        max="2026-11-30"
        onChange={(day) => change(day)}
      />
    )}
  </Valued>
)

export const liveSearch = (
  <Valued initial="">
    {(value, change) => (
      <div style={stack}>
        <LiveSearch label="Name or e-mail" value={value} onChange={change} />
        <button type="button" onClick={() => change('from the address')}>
          Back
        </button>
      </div>
    )}
  </Valued>
)
