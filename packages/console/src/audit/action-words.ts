import { say } from '../words/words.ts'
import type { Kind } from './action-names.ts'

/** The predicate of an event: an action, to stand after the person's name. */
export function actionWords(action: string): string {
  const known = { ...contentWords(), ...accessWords(), ...peopleWords() }
  return Object.hasOwn(known, action) ? (known[action] ?? '') : say('did “{action}”', { action })
}

const contentWords = (): Record<string, string> => ({
  'widget.create': say('created a widget'),
  'widget.update': say('changed a widget'),
  'widget.publish': say('published a widget'),
  'widget.unpublish': say('unpublished a widget'),
  'widget.duplicate': say('copied a widget'),
  'widget.delete': say('deleted a widget'),
  'asset.create': say('uploaded a picture'),
  'asset.update': say('changed a picture'),
  'asset.replace': say('replaced the file of a picture'),
  'asset.delete': say('deleted a picture'),
  'folder.create': say('created a folder'),
  'folder.update': say('changed a folder'),
  'folder.delete': say('deleted a folder'),
  'project.create': say('created a project'),
  'project.update': say('changed a project'),
  'project.delete': say('deleted a project'),
  'project.refuse': say('was refused a call to a project'),
})

const accessWords = (): Record<string, string> => ({
  'api-key.create': say('created an API key'),
  'api-key.update': say('changed an API key'),
  'api-key.rotate': say('rotated an API key'),
  'api-key.revoke': say('revoked an API key'),
  'signing-key.create': say('created a signing key'),
  'signing-key.revoke': say('revoked a signing key'),
  'preset.create': say('created a preset'),
  'preset.update': say('changed a preset'),
  'preset.delete': say('deleted a preset'),
  'token.create': say('created a personal access token'),
  'token.delete': say('revoked a personal access token'),
})

const peopleWords = (): Record<string, string> => ({
  'member.join': say('joined'),
  'member.update': say('changed the role of a member'),
  'member.remove': say('removed a member'),
  'member.leave': say('left'),
  'invitation.create': say('invited a person'),
  'invitation.delete': say('withdrew an invitation'),
  'organization.create': say('created the organization'),
  'organization.update': say('changed the organization'),
  'organization.refuse': say('was refused a call'),
  'account.login': say('signed in'),
  'account.login-failed': say('failed to sign in'),
  'account.logout': say('signed out'),
  'account.refuse': say('was refused a call, because the session had ended'),
  'account.token-reused': say('had a session ended, because its token was used twice'),
  'account.password': say('changed the password'),
  'account.update': say('changed the account'),
  'account.delete': say('deleted the account'),
  'account.address-released': say('lost an e-mail address that was never verified'),
})

export function kindWords(kind: Kind): string {
  const words: Record<Kind, string> = {
    widget: say('Widgets'),
    asset: say('Pictures'),
    folder: say('Folders'),
    project: say('Projects'),
    'api-key': say('API keys'),
    'signing-key': say('Signing keys'),
    preset: say('Presets'),
    member: say('Members'),
    invitation: say('Invitations'),
    organization: say('Organization'),
    account: say('Accounts'),
    token: say('Access tokens'),
  }
  return words[kind]
}
