import { familiesOf } from '@lamplight/control/server'
import { onServer, type ServerSlice } from '@lamplight/server-kit'
import { automationErrors } from '../model/automation.errors.ts'
import { powerSupply } from '../model/power-supply.family.ts'
import { timedRecord } from '../model/timed-record.resource.ts'
import { sunModeServer } from './sun-mode.server.ts'
import { timedTask } from './timed.task.ts'
import { timedSwitchServer } from './timed-switch.server.ts'
import { trashAffectedRoute, trashStrategyServer } from './trash-strategy.server.ts'

const params = familiesOf([powerSupply])

/** Timed switches, power supply, trash strategies and solar modes: the parts of the slice beside strategies and light modes. */
export const automation = {
  menu: params.menu,
  resources: [timedSwitchServer, onServer(timedRecord, {}), trashStrategyServer, sunModeServer, ...params.resources],
  routes: [...params.routes, trashAffectedRoute],
  errors: automationErrors.catalogue,
  tasks: [timedTask],
} as const satisfies Partial<ServerSlice>
