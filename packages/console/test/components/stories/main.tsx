// Before the controls, because they name the order of the layers.
import '../../../src/design/tokens.css'
import '../../../src/design/base.css'
import '../../../src/design/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactElement, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Localized } from '../../../src/controls/localized.tsx'
import { Page } from '../../../src/controls/page.tsx'
import { Toasts } from '../../../src/controls/toast.tsx'
import { queries } from '../../../src/server/queries.ts'
import { loadWords } from '../../../src/words/load-words.ts'
import { stories } from './all.ts'

declare global {
  interface Window {
    storyNames: readonly string[]
    showStories(names: readonly string[], direction: 'ltr' | 'rtl'): void
  }
}

function find(name: string): ReactElement {
  const story = stories.get(name)
  if (story === undefined) throw new Error(`there is no story ${name}`)
  return story
}

/** A page has its own landmark. */
const Story = ({ element }: { element: ReactElement }) =>
  element.type === Page ? element : <main style={{ padding: 24 }}>{element}</main>

const Several = ({ names }: { names: readonly string[] }) => (
  <main style={{ padding: 24 }}>
    {names.map((name) => (
      <section key={name} aria-label={name} style={{ marginBlockEnd: 32 }}>
        {find(name)}
      </section>
    ))}
  </main>
)

loadWords()
const root = createRoot(document.getElementById('root') ?? document.body)
let shown = 0

window.storyNames = [...stories.keys()]
window.showStories = (names, direction) => {
  document.documentElement.dir = direction
  shown += 1
  const [first] = names
  if (first === undefined) return
  flushSync(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <Localized locale={direction === 'rtl' ? 'ar-EG' : 'en-US'}>
            <Fragment key={shown}>
              {names.length === 1 ? <Story element={find(first)} /> : <Several names={names} />}
            </Fragment>
            {/* They outlive a page. */}
            <Toasts />
          </Localized>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}
