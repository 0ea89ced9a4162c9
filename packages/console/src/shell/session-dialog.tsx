import { useEffect, useRef, useState } from 'react'
import { onForeignSignIn } from '../server/tabs.ts'
import { signIn } from '../session/commands.ts'
import { useMe } from '../session/use-me.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import { whenSessionEnds } from '../tab-session/credentials.ts'
import { t } from '../words/words.ts'
import css from './session-dialog.module.css'

/**
 * Escape closes neither this dialog nor one below it. Browsers let a page prevent the first Escape alone by the
 * `cancel` event, and every one by the event of the key.
 */
function keepFromOverlays(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Asks for the password over the page when the session has ended. The page stays as it is, and the calls
 * that found the session over go on.
 */
export function SessionDialog() {
  const { id, email } = useMe()
  const dialog = useRef<HTMLDialogElement>(null)
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  useEffect(() => {
    let pending: Promise<void> | null = null
    whenSessionEnds(() => {
      pending ??= new Promise<void>((resolve) => {
        setWaiting(() => () => {
          pending = null
          resolve()
        })
      })
      return pending
    })
    return () => whenSessionEnds(null)
  }, [])
  useEffect(() => {
    if (waiting === null) return dialog.current?.close()
    dialog.current?.showModal()
    addEventListener('keydown', keepFromOverlays, true)
    return () => removeEventListener('keydown', keepFromOverlays, true)
  }, [waiting])

  useEffect(
    () =>
      onForeignSignIn((userId) => {
        // The cookie and this page now belong to another person.
        if (userId !== id) return location.reload()
        waiting?.()
        setWaiting(null)
      }),
    [id, waiting],
  )

  const send = async (credentials: { email: string; password: string }) => {
    const { user } = await signIn(credentials)
    if (user.id !== id) return location.reload()
    waiting?.()
    setWaiting(null)
  }
  return (
    <dialog
      ref={dialog}
      className={`${css.dialog} card`}
      aria-labelledby="session-ended"
      // For the kit, so that a press in it is none outside of a dialog below.
      data-react-aria-top-layer="true"
      onCancel={(event) => event.preventDefault()}
      // By a gesture of the system, which a page may not prevent.
      onClose={() => waiting !== null && dialog.current?.showModal()}
    >
      {waiting === null ? null : (
        <>
          <h2 id="session-ended">{t('Your session has ended')}</h2>
          <p>{t('Nothing on this page is lost. Sign in again to go on.')}</p>
          <SignInForm email={email} send={send} />
          <p>
            <a href="/console/sign-in">{t('Sign in as someone else')}</a>
          </p>
        </>
      )}
    </dialog>
  )
}
