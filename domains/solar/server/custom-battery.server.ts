import { orderFault, settableValue } from '@lamplight/control/model'
import { sendWanted } from '@lamplight/control/server'
import { BatchReturns } from '@lamplight/devices/server'
import { snake } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { errors, fieldError, onServer, tableOf } from '@lamplight/server-kit'
import { customBatteryFamily, isRising } from '../model/custom-battery.family.ts'
import { customBattery } from '../model/custom-battery.resource.ts'
import { solarErrors } from '../model/solar.errors.ts'
import { solarLamp } from '../model/solar-lamp.resource.ts'
import { customBatteryProjects } from './sun-function.server.ts'

const COLUMNS = Object.keys(customBatteryFamily.fields).map((name) => `${snake(name)} as "${name}"`)

/** Sends a custom battery only to lamps of projects in the parameter `sun.customBattery.projectIds` (rule.battery.custom). */
export const customBatteryServer = onServer(customBattery, {
  beforeWrite: ({ ctx, draft, old }) => {
    const fault = orderFault(customBatteryFamily, { ...old, ...draft })
    if (fault) throw fieldError(fault.field, fault.message, ctx.lang)
    if (draft.curve && !isRising(draft.curve)) throw solarErrors.curveFalls({}, 'curve')
    return draft
  },
  returns: { send: BatchReturns },
  actions: {
    send: async ({ ctx, ids, input }) => {
      const deviceIds = [...(input.deviceIds ?? [])]
      const [outside] = await ctx.query(
        `select 1 from ${tableOf(solarLamp)} where id = any($1) and (project_id::text = any($2)) is not true limit 1`,
        [deviceIds, await customBatteryProjects(ctx)],
      )
      if (outside) throw solarErrors.noCustomBattery({}, 'deviceIds')
      const [value] = await ctx.query<ParamValue>(
        `select ${COLUMNS.join(', ')} from ${tableOf(customBattery)} where id = $1 and not is_deleted`,
        [ids[0]],
      )
      const batch =
        value && (await sendWanted(ctx, { family: customBatteryFamily, value: settableValue(customBatteryFamily, value) }, deviceIds))
      if (!batch) throw errors.notFound()
      return batch
    },
  },
})
