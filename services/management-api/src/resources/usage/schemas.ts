import { Component } from '@vitrine/http'
import Type from '@vitrine/typebox'

const budget = (description: string) =>
  Type.Object(
    {
      limit: Type.Integer({ description: 'most that there may be' }),
      used: Type.Integer({ description: 'how much there is' }),
    },
    { description, additionalProperties: false },
  )

export const Usage = Component('Usage', {
  projects: budget('projects'),
  assets: budget('assets of all projects'),
  storedBytes: budget('bytes of all originals'),
  widgets: budget('widgets of all projects'),
  apiKeys: budget('API keys of all projects, expired ones too'),
  members: budget('members'),
  invitations: budget('invitations that are open and have not expired'),
})
