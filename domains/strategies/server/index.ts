import { familiesOf } from '@lamplight/control/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { families } from '../model/families.ts'
import { strategies, strategiesMenu } from '../model/index.ts'
import { lightModeServer } from './light-mode.server.ts'
import { modeFollower } from './mode-follower.ts'

const params = familiesOf(families)

export const strategiesServer: ServerSlice = {
  domain: strategies,
  menu: strategiesMenu,
  resources: [lightModeServer, ...params.resources],
  families,
  routes: params.routes,
  replacement: [modeFollower],
}
