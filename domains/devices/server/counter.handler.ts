import { exampleDevice, permissionOf } from '@lamplight/kit'
import { A, errors, formatTime, inTransaction, mayUse, type Route, route, T, timeIn } from '@lamplight/server-kit'
import { controllerType, devicesErrors } from '../model/index.ts'
import { refuseWithout } from './register-type.ts'
import { deviceSeen } from './seen-device.ts'
import { countersOf } from './series-span.ts'
import { TELL_COUNTERS, TOLD } from './tell-counters.ts'

/**
 * Records that another meter was installed in a device that keeps its number. Its counters begin anew then: the difference to the last
 * value of the old meter is not use. Written by hand, because the right depends on the type of the device.
 */
const replaced = route({
  method: 'POST',
  path: '/api/blade-device/counter/replaced',
  summary: ['登记换表', 'Record that the meter of a device was replaced'],
  example: { body: { deviceId: exampleDevice(controllerType), at: '2026-01-01 12:00:00' } },
  permission: 'signed-in',
  refuses: refuseWithout('put'),
  body: T.Object({
    deviceId: T.String({ pattern: '^[0-9]{1,19}$' }),
    at: T.String({ minLength: 10, maxLength: 19, description: 'yyyy-MM-dd HH:mm:ss in the zone of the tenant; not in the future' }),
  }),
  returns: A.of({ deviceId: A.id, at: A.time }),
  handler: async ({ ctx, body }) => {
    const at = Date.parse(timeIn(body.at, 'at', ctx.zone) ?? '')
    if (!(at <= ctx.now().getTime())) throw devicesErrors.meterLater({}, 'at')
    const { type, tenantId, resource } = await deviceSeen(ctx, body.deviceId)
    if (!mayUse(ctx.user, permissionOf(resource, 'put'))) throw errors.noRight()
    if (countersOf(type).length === 0) throw devicesErrors.noCounters({}, 'deviceId')
    const answer = { deviceId: body.deviceId, at: formatTime(at, ctx.zone) }
    await inTransaction(ctx, async (inside) => {
      await inside.query(TELL_COUNTERS, [`{${tenantId}}`, `{${body.deviceId}}`, `{${at}}`, TOLD.replaced])
      await inside.audit({ what: 'devices.counter.replaced', target: body.deviceId, detail: { after: { at: answer.at } } })
    })
    return answer
  },
})

export const counterRoutes: readonly Route[] = [replaced]
