import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { identity } from '../domain.ts'
import { role } from '../model/role.resource.ts'
import { tenant } from '../model/tenant.resource.ts'
import { user } from '../model/user.resource.ts'

export const identityConsole = defineConsole({
  domain: identity,
  pages: [],
  resources: [
    onConsole(tenant, { link: '/system/tenant' }),
    onConsole(user, { link: '/system/user' }),
    onConsole(role, { link: '/authority/role' }),
  ],
})
