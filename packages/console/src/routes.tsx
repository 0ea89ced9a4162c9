import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { parseAnalyticsSearch } from './analytics/search.ts'
import { parseAuditSearch } from './audit/search.ts'
import { parseAltRunSearch } from './library/alt-run/search.ts'
import { parseLibrarySearch } from './library/search.ts'
import { parseMembersSearch } from './members/search.ts'
import { isStranger, loadMe } from './session/me.ts'
import { PageProblem, PageWaits } from './shell/page-problem.tsx'
import { parseNext } from './sign-in/next.ts'
import { lastProject } from './tab-session/last-project.ts'
import { parseWidgetSearch } from './widgets/search.ts'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <PageProblem isMissing />,
})

/** A route without options of its own. Its page is loaded when it is visited. */
const page = <Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  load: () => Promise<{ default: ComponentType }>,
) => createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load) })

/** Modules of the pages after the sign-in, loaded while the person types. */
function loadAhead(): void {
  void import('./shell/shell.tsx')
  void import('./library/library-page.tsx')
}

const signIn = createRoute({
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

const register = page(root, 'register', () => import('./sign-in/register-page.tsx'))

const forgotPassword = page(
  root,
  'forgot-password',
  () => import('./sign-in/forgot-password-page.tsx'),
)

/** Links of mails have their token in the fragment, which browsers do not send. */
const resetPassword = page(
  root,
  'reset-password',
  () => import('./sign-in/reset-password-page.tsx'),
)

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: 'verify-email',
  loader: loadMe,
  component: lazyRouteComponent(() => import('./sign-in/verify-email-page.tsx')),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: 'invitation',
  loader: loadMe,
  component: lazyRouteComponent(() => import('./sign-in/invitation-page.tsx')),
})

const toSignIn = (next: string) => redirect({ to: '/sign-in', search: { next } })

/** Loaded with the shell, which is not needed before the sign-in. */
const firstData = () => import('./shell/first-data.ts')

/** Everything behind the sign-in. The account and the data of the page are read at the same time. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (isStranger()) throw toSignIn(location.href)
  },
  loader: async ({ location }) => {
    const [me, { putMe }] = await Promise.all([loadMe(), firstData()])
    if (me === null) throw toSignIn(location.href)
    putMe(me)
  },
  // The frame of the HTML stands in for the shell.
  pendingComponent: () => null,
  // A session that ends later asks for the password over the page.
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('./shell/shell.tsx')),
})

/** A person with one project starts in it, also before the first visit of it. */
const readOnlyProject = async () => (await import('./projects/only-project.ts')).onlyProject()

const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: async () => {
    const projectId = lastProject() ?? (await readOnlyProject())
    if (projectId === null) throw redirect({ to: '/projects' })
    throw redirect({ to: '/p/$projectId/library', params: { projectId } })
  },
})

/** An address that nothing has, within the navigation. */
const missing = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: () => <PageProblem isMissing />,
})

const projects = page(shell, 'projects', () => import('./projects/projects-page.tsx'))

const account = page(shell, 'account', () => import('./account/account-page.tsx'))

const project = createRoute({
  getParentRoute: () => shell,
  path: 'p/$projectId',
  loader: async ({ params }) => (await firstData()).readProject(params.projectId),
  component: lazyRouteComponent(() => import('./shell/project-scope.tsx')),
})

const library = createRoute({
  getParentRoute: () => project,
  path: 'library',
  validateSearch: parseLibrarySearch,
  component: lazyRouteComponent(() => import('./library/library-page.tsx')),
})

const altText = createRoute({
  getParentRoute: () => project,
  path: 'alt-text',
  validateSearch: parseAltRunSearch,
  component: lazyRouteComponent(() => import('./library/alt-run/alt-run-page.tsx')),
})

const widget = page(project, 'widgets/$widgetId', () => import('./editor/editor-page.tsx'))

const widgets = createRoute({
  getParentRoute: () => project,
  path: 'widgets',
  validateSearch: parseWidgetSearch,
  component: lazyRouteComponent(() => import('./widgets/widgets-page.tsx')),
})

const readWidget = async ({ params }: { params: { projectId: string; widgetId: string } }) =>
  (await firstData()).readWidget(params.projectId, params.widgetId)

const widgetCode = createRoute({
  getParentRoute: () => project,
  path: 'widgets/$widgetId/code',
  loader: readWidget,
  component: lazyRouteComponent(() => import('./embed-code/embed-code-page.tsx')),
})

const widgetHistory = createRoute({
  getParentRoute: () => project,
  path: 'widgets/$widgetId/history',
  loader: readWidget,
  component: lazyRouteComponent(() => import('./history/history-page.tsx')),
})

/** Without anything around it. */
const widgetView = createRoute({
  getParentRoute: () => root,
  path: 'p/$projectId/widgets/$widgetId/view',
  beforeLoad: ({ location }) => {
    if (isStranger()) throw toSignIn(location.href)
  },
  loader: async ({ params, location }) => {
    const [me] = await Promise.all([loadMe(), readWidget({ params })])
    if (me === null) throw toSignIn(location.href)
  },
  component: lazyRouteComponent(() => import('./editor/view/view-page.tsx')),
})

const apiKeys = page(project, 'keys', () => import('./api-keys/api-keys-page.tsx'))

const organization = page(shell, 'o/$orgId', () => import('./shell/organization-scope.tsx'))

const members = createRoute({
  getParentRoute: () => organization,
  path: 'members',
  validateSearch: parseMembersSearch,
  component: lazyRouteComponent(() => import('./members/members-page.tsx')),
})

const audit = createRoute({
  getParentRoute: () => organization,
  path: 'audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx')),
})

const organizationSettings = page(
  organization,
  'settings',
  () => import('./organization/settings-page.tsx'),
)

const projectSettings = page(
  project,
  'settings',
  () => import('./project-settings/settings-page.tsx'),
)

const analytics = createRoute({
  getParentRoute: () => project,
  path: 'analytics',
  validateSearch: parseAnalyticsSearch,
  component: lazyRouteComponent(() => import('./analytics/analytics-page.tsx')),
})

const tree = root.addChildren([
  signIn,
  register,
  forgotPassword,
  resetPassword,
  verifyEmail,
  invitation,
  widgetView,
  shell.addChildren([
    start,
    missing,
    projects,
    account,
    project.addChildren([
      library,
      altText,
      widgets,
      widget,
      widgetCode,
      widgetHistory,
      apiKeys,
      analytics,
      projectSettings,
    ]),
    organization.addChildren([members, audit, organizationSettings]),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageWaits,
  // A person who waits longer sees the room of the page.
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageProblem,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
