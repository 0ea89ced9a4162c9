import { t } from '../words/words.ts'

/** Each action that the log records, as the predicate that stands after the person's name. */
const predicates = (): Readonly<Record<string, string>> => ({
  'widget.create': t('created a widget'),
  'widget.update': t('changed a widget'),
  'widget.publish': t('published a widget'),
  'widget.unpublish': t('unpublished a widget'),
  'widget.duplicate': t('copied a widget'),
  'widget.delete': t('deleted a widget'),
  'asset.create': t('uploaded a picture'),
  'asset.update': t('changed a picture'),
  'asset.replace': t('replaced the file of a picture'),
  'asset.delete': t('deleted a picture'),
  'folder.create': t('created a folder'),
  'folder.update': t('changed a folder'),
  'folder.delete': t('deleted a folder'),
  'project.create': t('created a project'),
  'project.update': t('changed a project'),
  'project.delete': t('deleted a project'),
  'project.refuse': t('was refused a call to a project'),
  'api-key.create': t('created an API key'),
  'api-key.update': t('changed an API key'),
  'api-key.rotate': t('rotated an API key'),
  'api-key.revoke': t('revoked an API key'),
  'signing-key.create': t('created a signing key'),
  'signing-key.revoke': t('revoked a signing key'),
  'preset.create': t('created a preset'),
  'preset.update': t('changed a preset'),
  'preset.delete': t('deleted a preset'),
  'token.create': t('created a personal access token'),
  'token.delete': t('revoked a personal access token'),
  'member.join': t('joined'),
  'member.update': t('changed the role of a member'),
  'member.remove': t('removed a member'),
  'member.leave': t('left'),
  'invitation.create': t('invited a person'),
  'invitation.delete': t('withdrew an invitation'),
  'organization.create': t('created the organization'),
  'organization.update': t('changed the organization'),
  'organization.refuse': t('was refused a call'),
  'account.login': t('signed in'),
  'account.login-failed': t('failed to sign in'),
  'account.logout': t('signed out'),
  'account.refuse': t('was refused a call, because the session had ended'),
  'account.token-reused': t('had a session ended, because its token was used twice'),
  'account.password': t('changed the password'),
  'account.update': t('changed the account'),
  'account.delete': t('deleted the account'),
})

const labels = () => ({
  widget: t('Widgets'),
  asset: t('Pictures'),
  folder: t('Folders'),
  project: t('Projects'),
  'api-key': t('API keys'),
  'signing-key': t('Signing keys'),
  preset: t('Presets'),
  member: t('Members'),
  invitation: t('Invitations'),
  organization: t('Organization'),
  account: t('Accounts'),
  token: t('Access tokens'),
})

export type Kind = keyof ReturnType<typeof labels>

export const kinds = Object.keys(labels()) as Kind[]

export const kindWords = (kind: Kind): string => labels()[kind]

export const actionsOf = (kind: Kind): string[] =>
  Object.keys(predicates()).filter((action) => action.startsWith(`${kind}.`))

export function actionWords(action: string): string {
  const words = predicates()
  return Object.hasOwn(words, action) ? (words[action] ?? '') : t('did “{action}”', { action })
}
