import t from '@vitrine/testing/t'
import { may, type Role } from '../../src/roles.js'

const table = [
  ['listAssets', 'VIEWER', []],
  ['publishWidget', 'EDITOR', ['VIEWER']],
  ['createApiKey', 'ADMIN', ['VIEWER', 'EDITOR']],
  ['deleteOrganization', 'OWNER', ['VIEWER', 'EDITOR', 'ADMIN']],
] as const
const roles: Role[] = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER']

for (const [call, least, refused] of table) {
  t.test(`${call} needs the role ${least}`, async (t) => {
    const lower: readonly Role[] = refused
    for (const role of roles) t.equal(may(role, call), !lower.includes(role), role)
  })
}
