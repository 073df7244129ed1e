import { commandsPort, controllerType } from '@lamplight/devices/model'
import { BatchReturns, seenDevices, typeNames } from '@lamplight/devices/server'
import { actionPermission, exampleDevice } from '@lamplight/kit'
import { controller } from '@lamplight/lighting/model'
import { type Ctx, errors, route, seenRows, T } from '@lamplight/server-kit'
import { alarmsErrors } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'
import { table } from './statistics-query.ts'

const IDENTIFY = 'identify'
const PATH = 'blade-device/deviceFault/flashLight'
/** A row of `deviceFault/list` has an id of its device, the type of the fault and its begin. */
const FAULT_ID = /^(\d{1,19})(?:-[A-Za-z]+-\d+)?$/

/** The device meant by an id: of a device, of a row of `deviceFault/list`, or of an alarm that the user sees. */
const deviceOf = async (ctx: Ctx, id: string): Promise<{ id: string; type: number }> => {
  const given = FAULT_ID.exec(id)?.[1]
  if (!given) throw errors.badParameter({ field: 'id' }, 'id')
  const params: unknown[] = [given]
  const seen = seenDevices(ctx, params, { among: '= $1' })
  const own: unknown[] = [given]
  const alarms = seenRows(alarmServer, ctx.user, own)
  const [devices, rows] = await ctx.queries<[{ id: string; type: number }, { id: string; type: number }]>([
    [`select r.device_id::text as id, r.type::int as type from devices_registered r where r.device_id = $1${seen}`, params],
    [`select t.device_id::text as id, t.device_type::int as type from ${table} t where t.id = $1 and ${alarms}`, own],
  ])
  const found = devices[0] ?? rows[0]
  if (!found) throw errors.notFound()
  return found
}

/**
 * Flashes the lamp of a fault for 30 s so that staff finds it (deviceFault.flashLight; slice M1, answer 8): the command `identify`, through the ledger, which ends by itself. Written by hand: the
 * id may be that of a fault or of an alarm, which are no devices.
 */
export const flashRoute = route({
  method: 'POST',
  path: `/api/${PATH}`,
  summary: ['闪灯定位', 'Flash the lamp of a fault'],
  example: { body: { id: exampleDevice(controllerType) } },
  permission: actionPermission(controller, IDENTIFY),
  body: T.Object({ id: T.String({ minLength: 1, maxLength: 80, description: 'device, row of deviceFault/list, or alarm' }) }),
  returns: BatchReturns,
  handler: async ({ ctx, headers, body }) => {
    const { id, type } = await deviceOf(ctx, body.id)
    if (type !== controllerType.code) {
      const names = await typeNames(ctx, [{ type }])
      throw alarmsErrors.cannotFlash({ type: names(type) }, 'id')
    }
    const commands = ctx.platform.port(commandsPort)
    return commands.send(
      ctx,
      { type: controllerType, cmd: IDENTIFY, args: {}, deviceIds: [id] },
      commands.requestOf(ctx, headers, PATH, body),
    )
  },
})
