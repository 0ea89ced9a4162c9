import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { VitrineError } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { Editing } from '../../src/editor/editing.ts'
import { moveTo } from '../../src/editor/order/edits.ts'
import {
  type Change,
  type Fields,
  isEqual,
  type Values,
  type Widget,
} from '../../src/editor/working-copy/fields.ts'
import { fieldsWith, widgetOf } from './editor-samples.ts'

const keys = ['gap', 'columns', 'minColumnWidth', 'lightbox'] as const
type Key = (typeof keys)[number]
const people = ['ada', 'grace'] as const
type Person = (typeof people)[number]

type Step = { who: Person } & (
  | { kind: 'set'; key: Key }
  | { kind: 'move'; from: number; to: number }
  | { kind: 'save' }
  | { kind: 'choose'; side: 'mine' | 'theirs' }
)

const who = fc.constantFrom(...people)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      who,
      kind: fc.constant('set'),
      key: fc.constantFrom(...keys),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ who, kind: fc.constant('move'), from: fc.nat(4), to: fc.nat(4) }),
  },
  { weight: 3, arbitrary: fc.record({ who, kind: fc.constant('save') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      who,
      kind: fc.constant('choose'),
      side: fc.constantFrom('mine', 'theirs'),
    }),
  },
) as fc.Arbitrary<Step>

const first = widgetOf(fieldsWith(['a', 'b', 'c', 'd', 'e']))

/** A service that takes a change of the newest revision alone. */
function createService() {
  let widget = first
  let blindWrites = 0
  return {
    get: () => widget,
    /** Changes by a person who knew of other values than those that the service had. */
    blindWrites: () => blindWrites,
    save: (revision: number, change: Change, known: Values): Widget => {
      if (revision !== widget.revision) {
        const response = new Response(null, { status: 412 })
        throw new VitrineError(response, { code: 'PRECONDITION_FAILED', message: 'changed' })
      }
      if (!isEqual(known, widget.config)) blindWrites += 1
      widget = { ...widget, ...change, revision: revision + 1 } as Widget
      return widget
    },
  }
}

type Service = ReturnType<typeof createService>

/** An editor, and what that person has typed and not yet seen stored. */
function createEditor(service: Service) {
  const open = new Map<Key, number>()
  const editing = new Editing(
    { widget: service.get(), copy: null, assets: [] },
    {
      kept: { read: async () => null, write: async () => undefined, remove: async () => undefined },
      mayEdit: true,
      get: async () => service.get(),
      save: async (revision, change) =>
        service.save(revision, change, editing.get().copy.base.config),
      authors: async () => [],
      find: async () => [],
    },
  )
  return { editing, open }
}

type Editor = ReturnType<typeof createEditor>

/**
 * The value of the next change. No two are equal: a value that is set back to the one that was read is no
 * change, so it may be replaced by a later value of the other person.
 */
let nextValue = 1

const idOf = (key: Key) => `config.${key}`

const moved =
  (from: number, to: number) =>
  (mine: Fields): Fields =>
    moveTo(new Set([mine.items[from]?.key ?? '']), to)(mine)

async function run({ editing, open }: Editor, step: Step, service: Service): Promise<void> {
  const { copy } = editing.get()
  if (step.kind === 'set') {
    const { key } = step
    const value = nextValue
    nextValue += 1
    editing.change((mine) => ({ ...mine, config: { ...mine.config, [key]: value } }), idOf(key))
    open.set(key, value)
  }
  if (step.kind === 'move') editing.change(moved(step.from, step.to), 'move')
  if (step.kind === 'choose') {
    const [conflict] = copy.conflicts
    if (conflict === undefined) return
    editing.choose(conflict, step.side)
    if (step.side === 'theirs') {
      for (const key of keys) if (conflict.id === idOf(key)) open.delete(key)
    }
  }
  if (step.kind === 'save') {
    const before = service.get().revision
    await editing.settle()
    const { revision, ...stored } = service.get()
    const config: Readonly<Record<string, unknown>> = stored.config
    const isSaved = revision > before
    for (const [key, value] of open) {
      if (config[key] === value) open.delete(key)
      else assert.ok(!isSaved, `${key} is not stored`)
    }
  }
}

/** Whether all that was typed is in the working copy, or is a choice. */
function nothingIsLost({ editing, open }: Editor): boolean {
  const { mine, conflicts } = editing.get().copy
  const choices = new Set(conflicts.map(({ id }) => id))
  return [...open].every(([key, value]) => mine.config[key] === value || choices.has(idOf(key)))
}

/** Both go on until neither has anything to save. */
async function finish(editors: readonly Editor[], service: Service): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    for (const editor of editors) {
      while (editor.editing.get().copy.conflicts.length > 0) {
        await run(editor, { who: 'ada', kind: 'choose', side: 'mine' }, service)
      }
      await run(editor, { who: 'ada', kind: 'save' }, service)
    }
  }
}

async function editTogether(steps: readonly Step[]): Promise<void> {
  const service = createService()
  const editors = { ada: createEditor(service), grace: createEditor(service) }
  for (const one of steps) {
    await run(editors[one.who], one, service)
    for (const name of people) assert.ok(nothingIsLost(editors[name]), `${name} lost a change`)
  }
  await finish(Object.values(editors), service)
  for (const { open } of Object.values(editors)) assert.equal(open.size, 0)
  assert.equal(service.blindWrites(), 0, 'nothing is overwritten unseen')
  const ids = service.get().items.map(({ assetId }) => assetId)
  assert.deepEqual([...ids].sort(), ['a', 'b', 'c', 'd', 'e'])
}

t.test('two people edit one widget, and no change is lost', async (t) => {
  // Saves happen when a step says so.
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const few = fc.array(step, { maxLength: 30 })
  await fc.assert(fc.asyncProperty(few, editTogether), { numRuns: 100 })
  const many = fc.array(step, { minLength: 1000, maxLength: 1000 })
  // Not made shorter: the few steps above find the same, and can be read.
  const onlySeed = ({ failed, seed, errorInstance }: fc.RunDetails<[readonly Step[]]>) => {
    if (failed) throw new Error(`seed ${seed}: ${errorInstance}`)
  }
  await fc.assert(fc.asyncProperty(many, editTogether), {
    numRuns: 2,
    endOnFailure: true,
    reporter: onlySeed,
  })
  t.pass('in 100 short and 2 long runs')
})
