import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { loadMe } from './session/me.ts'
import { PageProblem } from './shell/page-problem.tsx'
import { parseNext } from './sign-in/next.ts'

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <PageProblem isMissing />,
})

/** Modules of the pages after the sign-in, loaded while the person types. */
function loadAhead(): void {
  void import('./shell/shell.tsx')
  void import('./library/library-page.tsx')
}

export const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: parseNext,
  beforeLoad: async ({ search, location }) => {
    // A link that signs in replaces the session, also one of another person.
    if (location.hash !== '') return
    if ((await loadMe()) !== null) throw redirect({ href: `/console${search.next ?? '/'}` })
  },
  loader: loadAhead,
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx')),
})

export const register = createRoute({
  getParentRoute: () => root,
  path: 'register',
  component: lazyRouteComponent(() => import('./sign-in/register-page.tsx')),
})

export const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: 'forgot-password',
  component: lazyRouteComponent(() => import('./sign-in/forgot-password-page.tsx')),
})

/** Links of mails have their token in the fragment, which browsers do not send. */
export const resetPassword = createRoute({
  getParentRoute: () => root,
  path: 'reset-password',
  component: lazyRouteComponent(() => import('./sign-in/reset-password-page.tsx')),
})

export const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: 'verify-email',
  loader: loadMe,
  component: lazyRouteComponent(() => import('./sign-in/verify-email-page.tsx')),
})

export const invitation = createRoute({
  getParentRoute: () => root,
  path: 'invitation',
  loader: loadMe,
  component: lazyRouteComponent(() => import('./sign-in/invitation-page.tsx')),
})
