import { deviceTypesPort } from '@lamplight/devices/model'
import { actingPort, type ServerSlice } from '@lamplight/server-kit'
import { families } from '../model/families.ts'
import { strategies, strategiesMenu } from '../model/index.ts'
import { automation } from './automation.ts'
import { seedAutomation } from './automation-demo.ts'
import { lightModeServer } from './light-mode.server.ts'
import { modeFollower } from './mode-follower.ts'

export const strategiesServer: ServerSlice = {
  domain: strategies,
  menu: [...strategiesMenu, ...automation.menu],
  resources: [lightModeServer, ...automation.resources],
  routes: automation.routes,
  errors: automation.errors,
  tasks: automation.tasks,
  seed: seedAutomation,
  needs: [actingPort, deviceTypesPort],
  families,
  replacement: [modeFollower],
}
