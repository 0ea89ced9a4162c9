import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { signIn, signInByCode } from '../session/commands.ts'
import { t } from '../words/words.ts'
import { takeFragment } from './fragment.ts'
import { Frame } from './frame.tsx'
import css from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'

export default function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const goOn = () => router.navigate({ href: `/console${next ?? '/'}`, replace: true })
  const demo = useDemoLink(goOn)
  const send = async (credentials: { email: string; password: string }) => {
    await signIn(credentials)
    await goOn()
  }
  if (demo === 'pending') return <Frame title={t('Signing in to the demo')}>{null}</Frame>
  return (
    <Frame
      title={t('Sign in to Vitrine')}
      below={
        <>
          {t('New here?')} <Link to="/register">{t('Create an account')}</Link>
        </>
      }
    >
      <p role="alert" className="refusal" hidden={demo !== 'refused'}>
        {t('This link has been used or has expired. The terminal shows the demo’s password.')}
      </p>
      <SignInForm send={send}>
        <Link to="/forgot-password" className={css.forgot}>
          {t('Forgot your password?')}
        </Link>
      </SignInForm>
    </Frame>
  )
}

const demoLink = /^demo=([\w-]+)$/

/** Signs in with the code of a link such as `/console/sign-in#demo=…`. */
function useDemoLink(goOn: () => Promise<void>): 'none' | 'pending' | 'refused' {
  const [code] = useState(() => demoLink.exec(takeFragment())?.[1] ?? null)
  const [isRefused, setRefused] = useState(false)
  const take = useEffectEvent((once: string) =>
    signInByCode(once).then(goOn, () => setRefused(true)),
  )
  useEffect(() => {
    if (code !== null) void take(code)
  }, [code])
  if (code === null) return 'none'
  return isRefused ? 'refused' : 'pending'
}
