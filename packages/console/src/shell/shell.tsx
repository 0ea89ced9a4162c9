import '../design/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { Button as AriaButton } from '../controls/bare-button.tsx'
import { Icon } from '../controls/icon.tsx'
import { isCovered, isTyping } from '../controls/key-targets.ts'
import { Localized } from '../controls/localized.tsx'
import { lazyPart, loadControls, onDemand } from '../controls/on-demand.tsx'
import { Toasts } from '../controls/toast.tsx'
import { queries } from '../server/queries.ts'
import { onForeignSignOut } from '../server/tabs.ts'
import { locale } from '../words/formats.ts'
import { loadWords } from '../words/load-words.ts'
import { t } from '../words/words.ts'
import { AccountMenu } from './account-menu.tsx'
import { PageWaits } from './page-problem.tsx'
import { Rail } from './rail.tsx'
import { SessionDialog } from './session-dialog.tsx'
import css from './shell.module.css'

/** It is there soon after the page, which can be used before. */
const tray = onDemand(
  () => import('../uploads/tray/tray.tsx'),
  (parts) => parts.UploadTray,
)
/** It has no data to fetch, and is loaded before it is needed. */
const connection = onDemand(
  () => import('./connection.tsx'),
  (parts) => parts.Connection,
)
const palette = onDemand(
  () => import('./palette.tsx'),
  (parts) => parts.Palette,
)
const Shortcuts = lazyPart(() => import('./shortcuts.tsx'))

/** The frame around every page of people who are signed in. */
export default function Shell() {
  loadWords()
  return (
    <QueryClientProvider client={queries}>
      <Localized locale={locale()}>
        <Suspense fallback={<PageWaits />}>
          <Around />
        </Suspense>
      </Localized>
    </QueryClientProvider>
  )
}

function Around() {
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openPalette = useCallback(() => setPaletteOpen(true), [])
  const openHelp = useCallback(() => setHelpOpen(true), [])
  useShortcuts({ onPalette: openPalette, onHelp: openHelp })
  useEffect(loadControls, [])
  useEffect(() => onForeignSignOut(() => location.assign('/console/sign-in')), [])
  return (
    <div className={css.shell}>
      <a className="skip" href="#page">
        {t('Skip to the page')}
      </a>
      <Rail />
      <header className={`${css.top} row`}>
        <AriaButton className={`${css.find} row-2`} onPress={openPalette}>
          <Icon name="search" size={16} />
          <span>{t('Go to …')}</span>
          <kbd>Ctrl K</kbd>
        </AriaButton>
        <div className="row-2">
          <tray.Shown />
          <AccountMenu />
        </div>
      </header>
      <div className={css.page} id="page" tabIndex={-1}>
        <connection.Shown />
        <Suspense fallback={<PageWaits />}>
          <Outlet />
        </Suspense>
      </div>
      {isPaletteOpen ? (
        <palette.Shown onClose={() => setPaletteOpen(false)} onHelp={openHelp} />
      ) : null}
      {isHelpOpen ? <Shortcuts onClose={() => setHelpOpen(false)} /> : null}
      <Toasts />
      <SessionDialog />
    </div>
  )
}

type Acts = { onPalette(): void; onHelp(): void }

/** The keys of every page: Ctrl K, `/` for the search of the page, and `?`. */
function useShortcuts({ onPalette, onHelp }: Acts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      const isPalette = isCommand && event.key.toLowerCase() === 'k'
      const isSingle = !isCommand && !event.altKey && !isTyping(event.target) && !isCovered()
      const isSearch = isSingle && event.key === '/'
      const isHelp = isSingle && event.key === '?'
      if (!isPalette && !isSearch && !isHelp) return
      event.preventDefault()
      const search = document.querySelector<HTMLElement>('#page input[type="search"]')
      if (isHelp) onHelp()
      else if (isSearch && search !== null) search.focus()
      else onPalette()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onPalette, onHelp])
}
