/** Everything that the log records, by kind of thing. */
const actions = {
  widget: ['create', 'update', 'publish', 'unpublish', 'duplicate', 'delete'],
  asset: ['create', 'update', 'replace', 'delete'],
  folder: ['create', 'update', 'delete'],
  project: ['create', 'update', 'delete', 'refuse'],
  'api-key': ['create', 'update', 'rotate', 'revoke'],
  'signing-key': ['create', 'revoke'],
  preset: ['create', 'update', 'delete'],
  member: ['join', 'update', 'remove', 'leave'],
  invitation: ['create', 'delete'],
  organization: ['create', 'update', 'refuse'],
  account: [
    ...['login', 'login-failed', 'logout', 'refuse', 'token-reused'],
    ...['password', 'update', 'delete', 'address-released'],
  ],
  token: ['create', 'delete'],
} as const

export type Kind = keyof typeof actions

export const kinds = Object.keys(actions) as Kind[]

export const actionsOf = (kind: Kind): string[] => actions[kind].map((verb) => `${kind}.${verb}`)
