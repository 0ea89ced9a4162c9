import { type ErrorCode, VitrineError } from '@vitrine/sdk'
import { useRef, useState } from 'react'
import { Button } from '../../../src/controls/button.tsx'
import { useEditForm } from '../../../src/controls/edit-form.ts'
import { Form, FormActions, useForm } from '../../../src/controls/form.tsx'
import { TextField } from '../../../src/controls/text-field.tsx'
import { useAction } from '../../../src/controls/use-action.ts'
import { useFresh } from '../../../src/controls/use-fresh.ts'
import { Refusal } from '../../../src/words/errors.ts'
import { Heard } from './heard.tsx'

type Hear = { hear(words: string): void }

/** An answer of the service that refuses the values of some fields, or a change of an older state. */
const refused = (code: ErrorCode, fields: Readonly<Record<string, string>> = {}) =>
  new VitrineError(Response.json(null, { status: 400 }), {
    code,
    message: code,
    details: Object.entries(fields).map(([field, message]) => ({ field, message })),
  })

const stale = () => refused('PRECONDITION_FAILED')

/** Never answered. With one field alone, Enter sends it even while its button is pending. */
function Asking({ hear }: Hear) {
  const form = useForm({
    fields: [],
    send: ({ name = '' }) => {
      hear(name)
      return new Promise(() => undefined)
    },
  })
  return (
    <Form form={form}>
      <TextField label="Name" name="name" />
      <FormActions form={form} label="Ask" />
    </Form>
  )
}

export const shortForm = <Heard>{(hear) => <Asking hear={hear} />}</Heard>

/** A service that wants a name without digits, finds other fields wrong for `taken`, and is away for `later`. */
function Creation({ hear }: Hear) {
  const form = useForm({
    fields: ['name'],
    send: async ({ name = '', slug = '' }) => {
      if (/\d/.test(name)) throw refused('VALIDATION_FAILED', { name: 'must have no digits' })
      if (name === 'taken')
        throw refused('VALIDATION_FAILED', { slug: 'is taken', 'tags[1]': 'is empty' })
      if (name === 'later') throw new TypeError('fetch failed')
      if (name === 'never') await new Promise(() => undefined)
      hear(`${name}/${slug}`)
    },
  })
  return (
    <Form form={form}>
      <TextField label="Name" name="name" problem={form.problems.name} />
      <TextField label="Short name" name="slug" hint="For the command line." />
      <FormActions form={form} label="Create" />
    </Form>
  )
}

export const form = <Heard>{(hear) => <Creation hear={hear} />}</Heard>

type Folder = { name: string; note: string; revision: number }

const opened: Folder = { name: 'Coast', note: 'Summer', revision: 1 }

/** A folder that another person changes, by the buttons below, while the form is open. */
function Editing({ hear }: Hear) {
  const stored = useRef(opened)
  const form = useEditForm({
    fields: [],
    resource: opened,
    read: async () => stored.current,
    shownOf: ({ name, note }) => [
      { name: 'name', label: 'Name', value: name },
      { name: 'note', label: 'Note', value: note },
    ],
    send: async ({ name = '', note = '' }, { revision }) => {
      if (revision !== stored.current.revision) throw stale()
      stored.current = { name, note, revision: revision + 1 }
      hear(`${name}/${note}`)
      return stored.current
    },
  })
  const change = (part: Partial<Folder>) => {
    stored.current = { ...stored.current, ...part, revision: stored.current.revision + 1 }
  }
  return (
    <>
      <Form form={form}>
        <TextField label="Name" name="name" defaultValue={opened.name} />
        <TextField label="Note" name="note" rows={2} defaultValue={opened.note} />
        <FormActions form={form} label="Save" />
      </Form>
      <Button onPress={() => change({ name: 'Shore' })}>Another renames it</Button>
      <Button onPress={() => change({ note: 'Winter' })}>Another notes</Button>
      <Button onPress={() => change({ note: '' })}>Another empties the note</Button>
    </>
  )
}

export const editForm = <Heard>{(hear) => <Editing hear={hear} />}</Heard>

/** Refused as soon as the service answers. */
function Mailing({ hear }: Hear) {
  const [answer, setAnswer] = useState<(() => void) | null>(null)
  const mail = useAction(async () => {
    hear('asked')
    await new Promise<void>((resolve) => setAnswer(() => resolve))
    throw new Refusal('No mail server is set up.')
  })
  return (
    <>
      <Button isPending={mail.isPending} onPress={mail.run}>
        Send the mail
      </Button>
      <Button onPress={() => answer?.()}>Answer</Button>
    </>
  )
}

export const action = <Heard>{(hear) => <Mailing hear={hear} />}</Heard>

type Preset = { name: string; revision: number }

/** The page still shows the state that it had before another person changed it. */
function Deleting({ hear }: Hear) {
  const stored = useRef({ name: 'card', revision: 2 })
  const [shown, setShown] = useState<Preset>({ name: 'card', revision: 1 })
  const fresh = useFresh(shown, async () => stored.current)
  const remove = () =>
    fresh(async ({ revision }) => {
      hear(`deletes ${revision}`)
      if (revision !== stored.current.revision) throw stale()
      hear('deleted')
    })
  const change = () => {
    stored.current = { name: 'card', revision: stored.current.revision + 1 }
  }
  return (
    <>
      <Button onPress={() => void remove().catch(() => hear('refused'))}>Delete</Button>
      <Button onPress={change}>Another changes it</Button>
      <Button onPress={() => setShown(stored.current)}>The page reads it</Button>
    </>
  )
}

export const deletion = <Heard>{(hear) => <Deleting hear={hear} />}</Heard>
