import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { system } from '../domain.ts'
import { dict } from '../model/dict.resource.ts'
import { menu } from '../model/menu.resource.ts'
import { param } from '../model/param.resource.ts'

export const systemConsole = defineConsole({
  domain: system,
  pages: [],
  resources: [
    onConsole(dict, { link: '/system/dict' }),
    onConsole(menu, { link: '/system/menu' }),
    onConsole(param, { link: '/system/param' }),
  ],
})
