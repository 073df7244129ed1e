import { commandsPort, deviceTypesPort } from '@lamplight/devices/model'
import { actingPort, type ServerSlice } from '@lamplight/server-kit'
import { boxesPort, linkage, linkageErrors, linkageMenu } from '../model/index.ts'
import { alarmConfigServer } from './alarm-config.server.ts'
import { boxRoutes } from './box.handler.ts'
import { boxStrategyServer } from './box-strategy.server.ts'
import { dryRunRoute } from './dry-run.handler.ts'
import { linkageFollower } from './follower.ts'
import { instanceServer } from './instance.server.ts'
import { runTask, watchTask } from './linkage.task.ts'
import { optionRoutes } from './options.handler.ts'
import { recordServer } from './record.server.ts'
import { templateServer } from './template.server.ts'

export const linkageServer: ServerSlice = {
  domain: linkage,
  menu: [...linkageMenu],
  resources: [templateServer, instanceServer, recordServer, boxStrategyServer, alarmConfigServer],
  routes: [...optionRoutes, dryRunRoute, ...boxRoutes],
  errors: linkageErrors.catalogue,
  tasks: [watchTask, runTask],
  replacement: [linkageFollower],
  needs: [actingPort, commandsPort, deviceTypesPort, boxesPort],
}
export { recordPast } from './advance.ts'
export { bindBoxStrategy } from './box-strategy.server.ts'
