import { mock } from 'node:test'
import { VitrineError } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { Editing } from '../../src/editor/editing.ts'
import type { EditingPorts } from '../../src/editor/editing-state.ts'
import type { Change, Fields, Widget } from '../../src/editor/working-copy/fields.ts'
import type { WorkingCopy } from '../../src/editor/working-copy/working-copy.ts'
import { assetOf, fieldsWith, widgetOf } from './editor-samples.ts'

const target = { addEventListener: () => undefined, removeEventListener: () => undefined }
const page = { ...target, document: { ...target, visibilityState: 'visible' } }
Object.assign(globalThis, page)
t.teardown(() => {
  for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name)
})

/** A service and a browser that outlive pages. */
function createWorld(status: 'DRAFT' | 'PUBLISHED' = 'PUBLISHED') {
  let widget: Widget = { ...widgetOf(fieldsWith(['a', 'b', 'c'])), status }
  let kept: WorkingCopy | null = null
  const failures: unknown[] = []
  const asked: string[][] = []
  const ports: EditingPorts = {
    mayEdit: true,
    kept: {
      read: async () => kept,
      // IndexedDB copies too, so nothing of the page is shared.
      write: async (copy) => {
        kept = structuredClone(copy)
      },
      remove: async () => {
        kept = null
      },
    },
    get: async () => widget,
    save: async (revision, change: Change) => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      if (revision !== widget.revision) {
        throw new VitrineError(new Response(null, { status: 412 }), undefined)
      }
      widget = { ...widget, ...change, revision: revision + 1 } as Widget
      return widget
    },
    authors: async () => ['Grace'],
    find: async (ids) => {
      asked.push([...ids])
      return ids.map((id) => assetOf(id))
    },
  }
  return {
    ports,
    asked,
    failures,
    widget: () => widget,
    kept: () => kept,
    /** Another person's change. */
    change: (part: Partial<Widget>) => {
      widget = { ...widget, ...part, revision: widget.revision + 1 } as Widget
    },
    open: async (): Promise<Editing> => {
      const assets = [...new Set(widget.items.map(({ assetId }) => assetId))].map((id) =>
        assetOf(id),
      )
      const editing = new Editing({ widget, copy: kept, assets }, ports)
      editing.start()
      await settled()
      return editing
    },
  }
}

/** After the calls under way, which answer at once. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const withGap = (gap: number) => (mine: Fields) => ({ ...mine, config: { ...mine.config, gap } })
const withoutFirst = (mine: Fields) => ({ ...mine, items: mine.items.slice(1) })

async function reopened(editing: Editing, world: ReturnType<typeof createWorld>) {
  editing.stop()
  await settled()
  return world.open()
}

const shownBy = (editing: Editing) => {
  const { mine, past, future } = editing.get().copy
  return { mine, past, future }
}

type Step = { kind: 'change'; gap: number } | { kind: 'undo' | 'redo' | 'reload' | 'save' }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.nat(9).map((gap): Step => ({ kind: 'change', gap })),
  },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('undo' as const, 'redo' as const, 'reload' as const, 'save' as const)
      .map((kind): Step => ({ kind })),
  },
)

t.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
t.afterEach(() => mock.timers.reset())

t.test('undo and redo go on after a reload, wherever it comes', async (t) => {
  const statuses = fc.constantFrom('DRAFT' as const, 'PUBLISHED' as const)
  const steps = fc.array(step, { maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(statuses, steps, async (status, list) => {
      const [reloading, staying] = [createWorld(status), createWorld(status)]
      let [here, there] = [await reloading.open(), await staying.open()]
      for (const [index, one] of list.entries()) {
        for (const editing of [here, there]) {
          // Each a step of its own.
          if (one.kind === 'change') editing.change(withGap(one.gap), `change ${index}`)
          if (one.kind === 'undo') editing.undo()
          if (one.kind === 'redo') editing.redo()
          // The page that stays saves where the other does, which does so when it is left.
          if (one.kind === 'save' || one.kind === 'reload') await editing.settle()
        }
        if (one.kind === 'reload') here = await reopened(here, reloading)
        if (JSON.stringify(shownBy(here)) !== JSON.stringify(shownBy(there))) return false
      }
      return true
    }),
    { numRuns: 200 },
  )
  t.pass('in 200 runs')
})

t.test('what was undone to the very beginning can be redone after a reload', async (t) => {
  const world = createWorld()
  let editing = await world.open()
  editing.change(withGap(24), 'config.gap')
  editing.undo()
  editing = await reopened(editing, world)
  t.equal(editing.get().saving, 'saved')
  editing.redo()
  t.same(editing.get().copy.mine.config, { gap: 24 })
})

t.test('steps outlive the changes of another person, which they do not take back', async (t) => {
  const world = createWorld('DRAFT')
  let editing = await world.open()
  editing.change(withGap(24), 'config.gap')
  await editing.settle()
  editing.stop()
  await settled()
  world.change({ name: 'Winter' })
  editing = await world.open()
  t.equal(editing.get().copy.mine.name, 'Winter')
  t.equal(editing.get().news, null, 'on opening it, that is no news')
  editing.undo()
  t.equal(editing.get().copy.mine.name, 'Winter')
  t.same(editing.get().copy.mine.config, {})
  await editing.settle()
  t.equal(world.widget().name, 'Winter')
  t.same(world.widget().config, {})
})

t.test('a picture that undo brings back after a reload is read', async (t) => {
  const world = createWorld('DRAFT')
  let editing = await world.open()
  editing.change(withoutFirst, 'remove')
  await editing.settle()
  editing = await reopened(editing, world)
  t.notOk(editing.get().assets.has('a'))
  editing.undo()
  await settled()
  t.ok(editing.get().assets.has('a'))
  t.same(world.asked, [['a']])
})

t.test('nothing is kept of a page that changes nothing', async (t) => {
  const world = createWorld()
  await reopened(await world.open(), world)
  t.equal(world.kept(), null)
})

t.test('a draft is saved by itself, a published widget is not', async (t) => {
  for (const [status, revision] of [
    ['DRAFT', 2],
    ['PUBLISHED', 1],
  ] as const) {
    const world = createWorld(status)
    const editing = await world.open()
    editing.change(withGap(24), 'config.gap')
    mock.timers.tick(2000)
    await settled()
    t.equal(world.widget().revision, revision, status)
    t.equal(editing.get().saving, status === 'DRAFT' ? 'saved' : 'kept')
    t.ok(world.kept(), 'either is in the browser')
  }
})

t.test('without a connection changes are kept, and sent again after a while', async (t) => {
  const world = createWorld('DRAFT')
  const editing = await world.open()
  world.failures.push(new TypeError('Failed to fetch'))
  editing.change(withGap(24), 'config.gap')
  await editing.settle()
  t.equal(editing.get().saving, 'offline')
  t.equal(world.widget().revision, 1)
  mock.timers.tick(5000)
  await settled()
  t.equal(editing.get().saving, 'saved')
  t.same(world.widget().config, { gap: 24 })
})

t.test('a refused change says why, and stays until it is another', async (t) => {
  const world = createWorld('DRAFT')
  const editing = await world.open()
  const refusal = new VitrineError(new Response(null, { status: 400 }), undefined)
  world.failures.push(refusal)
  editing.change(withGap(-1), 'config.gap')
  await editing.settle()
  t.match(editing.get(), { saving: 'refused', problem: refusal })
  t.same(editing.get().copy.mine.config, { gap: -1 })
  editing.change(withGap(1), 'config.gap')
  await editing.settle()
  t.match(editing.get(), { saving: 'saved', problem: null })
})

t.test('changes of another person are news while the page is open, with their names', async (t) => {
  const world = createWorld('DRAFT')
  const editing = await world.open()
  editing.change(withGap(24), 'config.gap')
  world.change({ theme: { padding: 8 } })
  await editing.settle()
  await settled()
  t.match(editing.get().news, { authors: ['Grace'] })
  t.match(editing.get().copy, { mine: { config: { gap: 24 }, theme: { padding: 8 } } })
  mock.timers.tick(0)
  await settled()
  t.match(world.widget(), { config: { gap: 24 }, theme: { padding: 8 }, revision: 3 })
  editing.forgetNews()
  t.equal(editing.get().news, null)
})

t.test('who may not edit changes nothing', async (t) => {
  const world = createWorld('DRAFT')
  world.ports.mayEdit = false
  const editing = await world.open()
  editing.change(withGap(24), 'config.gap')
  await editing.settle()
  t.same(editing.get().copy.mine.config, {})
  t.equal(world.widget().revision, 1)
})

t.test('all changes are discarded at once, and undo restores them', async (t) => {
  const editing = await createWorld().open()
  editing.change(withGap(24), 'config.gap')
  editing.change(withoutFirst, 'remove')
  editing.discard()
  t.equal(editing.get().saving, 'saved')
  t.equal(editing.get().copy.mine.items.length, 3)
  editing.undo()
  t.match(editing.get(), { saving: 'kept', copy: { mine: { config: { gap: 24 } } } })
  t.equal(editing.get().copy.mine.items.length, 2)
})
