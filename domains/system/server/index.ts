import type { ServerSlice } from '@lamplight/server-kit'
import { system } from '../domain.ts'
import { systemMenu } from '../model/menu.ts'
import { systemErrors } from '../model/system.errors.ts'
import { dictRoutes } from './dict.handler.ts'
import { dictServer } from './dict.server.ts'
import { dictionariesPort } from './dictionaries.port.ts'
import { menuRoutes } from './menu.handler.ts'
import { menuServer } from './menu.server.ts'
import { menusPort } from './menus.port.ts'
import { paramRoutes } from './param.handler.ts'
import { paramServer } from './param.server.ts'
import { PARAMS_CHANGED, paramsPort } from './params.port.ts'
import { seedSystem } from './seed.ts'

export type { Dictionaries } from './dictionaries.port.ts'
export type { DeclaredPage, Menus } from './menus.port.ts'
export type { Params } from './params.port.ts'

export const systemServer: ServerSlice = {
  domain: system,
  resources: [dictServer, menuServer, paramServer],
  routes: [...dictRoutes, ...menuRoutes, ...paramRoutes],
  menu: systemMenu,
  errors: systemErrors.catalogue,
  shared: [PARAMS_CHANGED],
  ports: { 'system.menus': menusPort, 'system.params': paramsPort, 'system.dictionaries': dictionariesPort },
  seed: seedSystem,
}
