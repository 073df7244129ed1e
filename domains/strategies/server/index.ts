import type { ServerSlice } from '@lamplight/server-kit'
import { families } from '../model/families.ts'
import { strategies, strategiesMenu } from '../model/index.ts'
import { lightModeServer } from './light-mode.server.ts'
import { modeFollower } from './mode-follower.ts'

export const strategiesServer: ServerSlice = {
  domain: strategies,
  menu: strategiesMenu,
  resources: [lightModeServer],
  families,
  replacement: [modeFollower],
}
