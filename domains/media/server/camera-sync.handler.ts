import { commandsPort, devicesErrors } from '@lamplight/devices/model'
import { BatchReturns, seenOfType } from '@lamplight/devices/server'
import { actionPermission, exampleDevice } from '@lamplight/kit'
import { errors, route, T } from '@lamplight/server-kit'
import { camera, cameraType } from '../model/index.ts'

const PATH = '/api/blade-device/evs/camera/sync'
const AT_MOST = 1000
const TEXT_AT_MOST = 40_000

/**
 * Reads the values of cameras from the devices: their answers are stored (evs.camera.sync). Written by hand, because the call names cameras by
 * serial number.
 */
export const cameraSyncRoute = route({
  method: 'POST',
  path: PATH,
  summary: ['同步摄像头', 'Synchronise cameras'],
  example: { query: { sn: exampleDevice({ name: `sn.${cameraType.name}` }) } },
  permission: actionPermission(camera, 'read'),
  query: T.Object({
    sn: T.Optional(T.String({ maxLength: TEXT_AT_MOST, description: 'serial numbers, comma-joined; also as an array in the body' })),
  }),
  returns: BatchReturns,
  handler: async ({ ctx, query, body, headers }) => {
    const { sn: given = query.sn ?? '' } = (body ?? {}) as { readonly sn?: unknown }
    const many = Array.isArray(given) ? given : [given]
    if (!many.every((one) => typeof one === 'string' && one.length <= TEXT_AT_MOST && !one.includes('\u0000')))
      throw errors.badParameter({ field: 'sn' }, 'sn')
    const sns = [...new Set(many.flatMap((text: string) => text.split(',')).map((sn) => sn.trim()))].filter(Boolean)
    if (sns.length > AT_MOST) throw errors.badParameter({ field: 'sn' }, 'sn')
    if (sns.length === 0) throw errors.missingParameter({ field: 'sn' }, 'sn')
    const params: unknown[] = [sns]
    const rows = await ctx.query<{ id: string }>(
      `select r.device_id::text as id from devices_registered r
       where r.sn = any($1::text[]) and r.type = ${cameraType.code}${seenOfType(ctx, params, cameraType.code, 'r.device_id')}`,
      params,
    )
    if (rows.length !== sns.length) throw devicesErrors.deviceMissing({}, 'sn')
    const commands = ctx.platform.port(commandsPort)
    const order = { type: cameraType, cmd: 'read', args: {}, deviceIds: rows.map(({ id }) => id) }
    return commands.send(ctx, order, commands.requestOf(ctx, headers, PATH, { sns }))
  },
})
