import { useState } from 'react'
import { Button, IconButton } from '../../../src/controls/button.tsx'
import { ExactTime } from '../../../src/controls/exact-time.tsx'
import { Ring } from '../../../src/controls/ring.tsx'
import { Secret } from '../../../src/controls/secret.tsx'
import { Segments } from '../../../src/controls/segments.tsx'
import { Switch } from '../../../src/controls/switch.tsx'
import { ToggleChip } from '../../../src/controls/toggle-chip.tsx'
import { Heard, Valued } from './heard.tsx'

const row = { display: 'flex', gap: 12, flexWrap: 'wrap', alignItems: 'center' } as const

export const buttons = (
  <Heard>
    {(hear) => (
      <div style={row}>
        <Button onPress={() => hear('duplicated')}>Duplicate</Button>
        <Button look="primary" icon="plus" onPress={() => hear('created')}>
          New widget
        </Button>
        <Button look="quiet" onPress={() => hear('skipped')}>
          Skip
        </Button>
        <Button look="danger" icon="trash" onPress={() => hear('deleted')}>
          Delete
        </Button>
        <Button size="sm" onPress={() => hear('edited')}>
          Edit
        </Button>
        <Button isDisabled onPress={() => hear('published')}>
          Publish
        </Button>
      </div>
    )}
  </Heard>
)

function Sending() {
  const [isPending, setPending] = useState(false)
  return (
    <Heard>
      {(hear) => (
        <div style={row}>
          <Button
            look="primary"
            icon="upload"
            isPending={isPending}
            onPress={() => {
              setPending(true)
              hear('sent')
            }}
          >
            Send
          </Button>
          <Button onPress={() => setPending(false)}>Answer</Button>
        </div>
      )}
    </Heard>
  )
}

export const pendingButton = <Sending />

export const iconButtons = (
  <Heard>
    {(hear) => (
      <div style={row}>
        <IconButton icon="undo" label="Undo" onPress={() => hear('undone')} />
        <IconButton
          icon="mail"
          label="Uploads"
          badge={<Ring label="Uploads" value={0.3} size={34} />}
        />
        <IconButton icon="trash" label="Delete the folder" size="sm" look="danger" isDisabled />
      </div>
    )}
  </Heard>
)

export const exactTime = (
  <p>
    Last used <ExactTime at={new Date('2026-11-24T09:30:15Z')}>3 minutes ago</ExactTime>
  </p>
)

export const secret = <Secret label="Token of the nightly import" value="vpat_3kQ9vX2mT7Lw" />
export const longSecret = <Secret label="Secret" value={`vk_${'a1B2'.repeat(60)}`} />

export const segments = (
  <Valued initial="grid">
    {(value, change) => (
      <Segments
        label="View"
        options={[
          { id: 'grid', label: 'Grid' },
          { id: 'list', label: 'List' },
          { id: 'phone', label: 'Phone', hint: 'Phone, 390 px' },
        ]}
        value={value}
        onChange={change}
      />
    )}
  </Valued>
)

export const chips = (
  <Valued initial={false}>
    {(isSelected, change) => (
      <div style={row}>
        <ToggleChip isSelected={isSelected} onChange={change}>
          Missing alt 214
        </ToggleChip>
        <ToggleChip isSelected onChange={() => undefined}>
          Unused 88
        </ToggleChip>
      </div>
    )}
  </Valued>
)

export const switches = (
  <Valued initial={false}>
    {(isSelected, change) => (
      <div style={row}>
        <Switch label="Autoplay" isSelected={isSelected} onChange={change} />
        <Switch label="Loop" isSelected onChange={() => undefined} />
        <Switch label="Captions" isSelected={false} isDisabled onChange={change} />
      </div>
    )}
  </Valued>
)
