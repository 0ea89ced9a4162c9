import { VitrineError } from '@vitrine/sdk'
import type { Asset } from '../server/assets.ts'
import type { EditingPorts, EditingState } from './editing-state.ts'
import { changeOf, type Fields, type Widget } from './working-copy/fields.ts'
import { type Conflict, newsOf } from './working-copy/merge.ts'
import {
  changed,
  chosen,
  discarded,
  hasSteps,
  isChanged,
  openCopy,
  rebased,
  redone,
  resumed,
  saved,
  undone,
  type WorkingCopy,
} from './working-copy/working-copy.ts'

const keepAfterMs = 250
const saveAfterMs = 2000
const againAfterMs = 5000

type Start = { widget: Widget; copy: WorkingCopy | null; assets: readonly Asset[] }

const byId = (assets: readonly Asset[]) => new Map(assets.map((asset) => [asset.id, asset]))

/** Keeps the working copy of a page in the browser, and saves it to the service if the widget is a draft. */
export class Editing {
  readonly #ports: EditingPorts
  readonly #listeners = new Set<() => void>()
  #state: EditingState
  /** Kept in the browser by an earlier page, until it is taken over. */
  #former: WorkingCopy | null
  #keepTimer: ReturnType<typeof setTimeout> | undefined
  #saveTimer: ReturnType<typeof setTimeout> | undefined
  #underWay: Promise<void> | null = null

  constructor({ widget, copy, assets }: Start, ports: EditingPorts) {
    this.#ports = ports
    this.#former = copy
    this.#state = {
      copy: openCopy(widget),
      widget,
      saving: 'saved',
      problem: null,
      news: null,
      assets: byId(assets),
    }
  }

  readonly get = (): EditingState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(): void {
    addEventListener('online', this.#onOnline)
    document.addEventListener('visibilitychange', this.#onHide)
    const { widget } = this.#state
    const former = this.#former
    this.#former = null
    if (former === null) return
    const copy = resumed(former, widget)
    if (copy === null) return
    this.#set({ copy, saving: isChanged(copy) ? 'kept' : 'saved' })
    void this.#take(widget).then(() => this.#scheduleSave(saveAfterMs))
  }

  /** Called when the person leaves: unsaved changes stay in the browser, and a draft is saved. */
  stop(): void {
    removeEventListener('online', this.#onOnline)
    document.removeEventListener('visibilitychange', this.#onHide)
    void this.#keep()
    void this.#save()
  }

  /** @param what names the thing, such as `config.gap`: changes of it shortly after each other are one step. */
  change(edit: (mine: Fields) => Fields, what: string): void {
    const { copy } = this.#state
    if (this.#ports.mayEdit) this.#use(changed(copy, edit(copy.mine), what, Date.now()))
  }

  undo(): void {
    this.#use(undone(this.#state.copy))
    void this.#learnMissing()
  }

  redo(): void {
    this.#use(redone(this.#state.copy))
    void this.#learnMissing()
  }

  discard(): void {
    this.#use(discarded(this.#state.copy))
  }

  choose(conflict: Conflict, side: 'mine' | 'theirs'): void {
    this.#use(chosen(this.#state.copy, conflict, side))
  }

  /** Adds pictures that the list may name. */
  learn(found: readonly Asset[]): void {
    this.#set({ assets: new Map([...this.#state.assets, ...byId(found)]) })
  }

  forgetNews(): void {
    this.#set({ news: null })
  }

  /** Waits for a call under way, and saves the rest of a draft. */
  async settle(): Promise<void> {
    await this.#underWay
    await this.#save()
  }

  /** Reads what the server has, and bases the changes on it. A call under way brings it anyway. */
  async refresh(): Promise<void> {
    const theirs = await this.#ports.get()
    if (this.#underWay !== null) return
    await this.#take(theirs)
    // It may be a draft now.
    this.#scheduleSave(saveAfterMs)
  }

  /** The server has stored these fields. */
  stored(sent: Fields, widget: Widget): void {
    const copy = saved(this.#state.copy, sent, widget)
    this.#set({ copy, widget, saving: isChanged(copy) ? 'kept' : 'saved', problem: null })
    void this.#keep()
    this.#scheduleSave(saveAfterMs)
  }

  #set(next: Partial<EditingState>): void {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }

  /** After a change of the copy, which is kept soon and saved later. */
  #use(copy: WorkingCopy): void {
    if (copy === this.#state.copy) return
    const isOffline = this.#state.saving === 'offline'
    if (isChanged(copy)) this.#set({ copy, saving: isOffline ? 'offline' : 'kept' })
    else this.#set({ copy, saving: 'saved', problem: null })
    this.#scheduleKeep()
    this.#scheduleSave(saveAfterMs)
  }

  #scheduleKeep(): void {
    this.#keepTimer ??= setTimeout(() => void this.#keep(), keepAfterMs)
  }

  async #keep(): Promise<void> {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
    const { copy } = this.#state
    const { kept } = this.#ports
    await (isChanged(copy) || hasSteps(copy) ? kept.write(copy) : kept.remove())
  }

  get #isToSave(): boolean {
    const { copy, widget } = this.#state
    const isDraft = this.#ports.mayEdit && widget.status === 'DRAFT'
    return isDraft && copy.conflicts.length === 0 && isChanged(copy)
  }

  #scheduleSave(ms: number): void {
    clearTimeout(this.#saveTimer)
    if (this.#isToSave) this.#saveTimer = setTimeout(() => void this.#save(), ms)
  }

  async #save(): Promise<void> {
    clearTimeout(this.#saveTimer)
    if (this.#underWay === null && this.#isToSave) {
      this.#underWay = this.#send().finally(() => {
        this.#underWay = null
      })
    }
    await this.#underWay
  }

  async #send(): Promise<void> {
    const { copy } = this.#state
    const sent = copy.mine
    this.#set({ saving: 'saving', problem: null })
    try {
      this.stored(sent, await this.#ports.save(copy.revision, changeOf(copy.base, sent)))
    } catch (error) {
      await this.#fail(error).catch((problem) => this.#set({ saving: 'refused', problem }))
    }
  }

  async #fail(error: unknown): Promise<void> {
    if (!(error instanceof VitrineError)) {
      this.#set({ saving: 'offline' })
      return this.#scheduleSave(againAfterMs)
    }
    if (error.status !== 412) return this.#set({ saving: 'refused', problem: error })
    await this.#take(await this.#ports.get())
    this.#scheduleSave(0)
  }

  async #take(theirs: Widget): Promise<void> {
    const { copy } = this.#state
    // The answer to a later call may come first.
    if (theirs.revision < copy.revision) return
    if (theirs.revision === copy.revision) return this.#set({ widget: theirs })
    const next = rebased(copy, theirs)
    const news = newsOf(copy, theirs)
    this.#set({ widget: theirs, copy: next, news, saving: isChanged(next) ? 'kept' : 'saved' })
    await this.#keep()
    await this.#learnMissing()
    // Without the names, the line says "another person".
    const authors = await this.#ports.authors(theirs.revision - copy.revision).catch(() => [])
    if (news !== null && this.#state.news === news) this.#set({ news: { ...news, authors } })
  }

  /** Another person may have added pictures, and a step of an earlier visit may bring some back. */
  async #learnMissing(): Promise<void> {
    const { assets, copy } = this.#state
    const ids = new Set(copy.mine.items.map(({ assetId }) => assetId))
    const missing = [...ids].filter((id) => !assets.has(id))
    // Rows of unknown pictures say so; the next look at the server asks again.
    if (missing.length > 0) this.learn(await this.#ports.find(missing).catch(() => []))
  }

  readonly #onOnline = (): void => {
    if (this.#state.saving === 'offline') this.#scheduleSave(0)
  }

  readonly #onHide = (): void => {
    if (this.#keepTimer !== undefined) void this.#keep()
  }
}
