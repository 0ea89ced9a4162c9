import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

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

const loads: Load<unknown>[] = []

/**
 * Loads a control after the page instead of with it. `Shown` renders a part of it as soon as it is there.
 *
 * @param get the part that `Shown` renders.
 */
export function onDemand<Parts, Props extends object>(
  load: Load<Parts>,
  get: (parts: Parts) => ComponentType<Props>,
) {
  let parts: Parts | undefined
  const loaded: Load<Parts> = async () => {
    parts ??= await load()
    return parts
  }
  loads.push(loaded)
  return {
    load: loaded,
    Shown: lazyPart<Props>(async () => ({ default: get(await loaded()) })),
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
