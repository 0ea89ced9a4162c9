import { Avatar } from '../../../src/controls/avatar.tsx'
import { Button } from '../../../src/controls/button.tsx'
import { Dialog } from '../../../src/controls/dialog.tsx'
import { Meter } from '../../../src/controls/meter.tsx'
import { Badge, Empty, Notice, Skeleton } from '../../../src/controls/notice.tsx'
import { Page, Panel, Section } from '../../../src/controls/page.tsx'
import { Picture } from '../../../src/controls/picture.tsx'
import { Bar, Ring } from '../../../src/controls/ring.tsx'
import { toast, toastProblem } from '../../../src/controls/toast.tsx'
import { PageWaits } from '../../../src/shell/page-problem.tsx'
import { Heard, Valued } from './heard.tsx'

const row = { display: 'flex', gap: 12, flexWrap: 'wrap', alignItems: 'center' } as const

let count = 0

export const toasts = (
  <Heard>
    {(hear) => (
      <div style={row}>
        <Button onPress={() => toast(`Saved ${++count}.`)}>Save</Button>
        <Button onPress={() => toast('12 pictures moved.', { undo: () => hear('undone') })}>
          Move
        </Button>
        <Button onPress={() => toastProblem('The name is taken.')}>Fail</Button>
        <Button onPress={() => toast('x'.repeat(300))}>Long</Button>
      </div>
    )}
  </Heard>
)

export const toastBesideDialog = (
  <Valued initial={false}>
    {(isOpen, change) => (
      <>
        <Button onPress={() => change(true)}>Open</Button>
        {isOpen ? (
          <Dialog title="Rename" onClose={() => change(false)}>
            <Button onPress={() => toast('Renamed.')}>Save the name</Button>
          </Dialog>
        ) : null}
      </>
    )}
  </Valued>
)

export const notices = (
  <div style={{ display: 'grid', gap: 12 }}>
    {(['neutral', 'good', 'warn', 'bad', 'accent'] as const).map((tone) => (
      <Notice key={tone} tone={tone} icon="alert" action={<Button size="sm">Look</Button>}>
        {`A sentence of the tone ${tone}.`}
      </Notice>
    ))}
    <Notice>{'Donaudampfschifffahrt'.repeat(20)}</Notice>
    <p style={row}>
      {(['neutral', 'good', 'warn', 'bad', 'accent'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </p>
  </div>
)

export const empty = (
  <Empty
    icon="image"
    title="No pictures yet"
    actions={<Button look="primary">Choose files</Button>}
  >
    Drop some here, or paste one.
  </Empty>
)

export const skeleton = (
  <section aria-label="Members">
    <Skeleton lines={4} />
  </section>
)

export const waiting = <PageWaits />

export const meters = (
  <div style={{ display: 'grid', gap: 12, maxInlineSize: 420 }}>
    <Meter label="Pictures" used={120} limit={1000} words="120 of 1,000" />
    <Meter label="Widgets" used={85} limit={100} words="85 of 100" />
    <Meter label="API keys" used={12} limit={10} words="12 of 10" />
    <Meter label="Members" used={0} limit={0} words="0 of 0" />
    <Meter label="Projects" used={0} limit={50} words="0 of 50" />
  </div>
)

export const progress = (
  <div style={row}>
    <Ring label="Uploads" value={0.254} />
    <Ring label="Too much" value={1.4} size={32} />
    <div style={{ inlineSize: 200 }}>
      <Bar label="This file" value={0.5} />
    </div>
    <div style={{ inlineSize: 200 }}>
      <Bar label="Not begun" value={-1} />
    </div>
  </div>
)

export const avatars = (
  <p style={row}>
    <Avatar name="Ada Lovelace" /> Ada Lovelace
    <Avatar name="grace brewster hopper" size="sm" /> grace brewster hopper
    <Avatar name="𝒜" /> 𝒜 <Avatar name="" /> without a name
  </p>
)

export const picture = (
  <Picture src="/picture/dune.svg" alt="A dune" color="rgb(200, 100, 0)" width={160} height={120} />
)

export const page = (
  <Page title="Members" lead="Who works here." actions={<Button look="primary">Invite</Button>}>
    <Section
      title="Open invitations"
      lead="They end after 7 days."
      actions={<Button>Renew</Button>}
    >
      <p>None.</p>
    </Section>
    <Panel title="Name" lead="All members see it." actions={<Button>Edit</Button>}>
      <p>Kunsthalle</p>
    </Panel>
    <Panel tone="danger" title={'Unternehmens'.repeat(20)} lead={'x'.repeat(200)} />
  </Page>
)
