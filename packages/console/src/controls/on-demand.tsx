import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { KeepKeys } from './keep-keys.ts'

type Load<Part> = () => Promise<Part>
type Module<Props> = { default: ComponentType<Props> }

/**
 * A part of a page that is loaded when it is first shown.
 *
 * @param waits what stands in its place until then; nothing by default.
 */
export function lazyPart<Props extends object>(
  load: Load<Module<Props>>,
  waits: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const Part = lazy(load)
  return (props) => (
    <Suspense fallback={waits(props)}>
      <Part {...props} />
    </Suspense>
  )
}

const keepKeys = () => <KeepKeys />

/** A dialog that is loaded when it is first opened. Keys that are pressed until then are pressed in it. */
export const lazyDialog = <Props extends object>(load: Load<Module<Props>>) =>
  lazyPart(load, keepKeys)

const loads: Load<unknown>[] = []

type Options = {
  /** Whether it takes the focus, and so the keys that are pressed while it is loaded. */
  takesKeys?: boolean
}

/**
 * Loads a control after the page instead of with it. `Shown` renders a part of it as soon as it is there.
 *
 * @param get the part that `Shown` renders.
 */
export function onDemand<Parts, Props extends object>(
  load: Load<Parts>,
  get: (parts: Parts) => ComponentType<Props>,
  { takesKeys = false }: Options = {},
) {
  let parts: Parts | undefined
  const loaded: Load<Parts> = async () => {
    parts ??= await load()
    return parts
  }
  loads.push(loaded)
  const show = async () => ({ default: get(await loaded()) })
  return {
    load: loaded,
    Shown: takesKeys ? lazyDialog<Props>(show) : lazyPart<Props>(show),
    /** For components that are rendered inside of `Shown` only. */
    parts: (): Parts => {
      if (parts === undefined) throw new Error('rendered outside of the control that loads it')
      return parts
    },
  }
}

/** Loads all of them when the page has nothing else to do, so that they open at once, and without a connection. */
export function loadControls(): void {
  const later = window.requestIdleCallback ?? setTimeout
  // A control that cannot be loaded now is loaded when it is opened.
  later(() => void Promise.allSettled(loads.map((load) => load())))
}
