import type { App } from '@vitrine/http'
import { personOf } from '../../../changes/author.js'
import { actorOf } from '../../../changes/rights/bearer.js'
import { bodyLimits } from '../../../limits/body-limits.js'
import { clientOf } from '../client.js'
import { AccountDeletion, AccountUpdate, Me, PasswordChange } from '../schemas.js'
import type { RefreshCookie } from '../sessions/refresh-cookie.js'
import type { DeviceCookies } from '../throttling/device-cookies.js'
import type { DeleteAccount } from './deletion.js'
import type { AccountService } from './service.js'

const tags = ['Accounts']

type Deps = {
  accounts: AccountService
  deleteAccount: DeleteAccount
  refreshCookie: RefreshCookie
  devices: DeviceCookies
}

export function accountRoutes(scope: App, deps: Deps): void {
  const { accounts, deleteAccount, refreshCookie, devices } = deps
  scope.get(
    '/me',
    {
      config: { tokens: 'project' },
      schema: {
        summary: 'Get the account of the token',
        description:
          'Your name and address, your role in each organization, the limits of uploads, and the time zone of the service. ' +
          'With a personal access token: its owner, the organization that it is limited to with the role that it has there now, ' +
          'and `token`, which is null for an access token.',
        tags,
        response: { 200: Me },
      },
    },
    ({ user }) => accounts.me(actorOf(user)),
  )
  scope.put(
    '/me',
    {
      bodyLimit: bodyLimits.account,
      config: { current: ({ user }) => accounts.me(actorOf(user)) },
      schema: {
        summary: 'Change the name of the account',
        description:
          'Your own name, as other members and the audit log show it. The address cannot be changed.',
        tags,
        body: AccountUpdate,
        response: { 200: Me },
      },
    },
    (request) => accounts.update(personOf(request), request.body),
  )
  scope.delete(
    '/me',
    {
      bodyLimit: bodyLimits.account,
      config: { openapi: { errors: ['PASSWORD_WRONG', 'LAST_OWNER', 'OVERLOADED'] } },
      schema: {
        summary: 'Delete the account',
        description:
          'Ends its memberships, sessions and personal access tokens. Not for the last OWNER of an organization, who makes ' +
          'another member OWNER or deletes the organization first.',
        tags,
        body: AccountDeletion,
      },
    },
    async (request, reply) => {
      await deleteAccount(personOf(request), clientOf(request), request.body)
      refreshCookie.clear(request, reply)
    },
  )
  scope.put(
    '/password',
    {
      config: { openapi: { errors: ['PASSWORD_WRONG', 'OVERLOADED'] } },
      schema: {
        summary: 'Change the password and end all other sessions',
        description:
          'Personal access tokens stay, unless `revokeTokens` is true. Resetting the password always revokes them.',
        tags,
        body: PasswordChange,
      },
    },
    async (request, reply) => {
      await accounts.changePassword(personOf(request), clientOf(request), request.body)
      devices.set(reply, request.user.sub)
    },
  )
}
