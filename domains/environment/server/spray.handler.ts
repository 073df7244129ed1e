import { type BatchAnswer, commandsPort } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { actionPermission, exampleDevice } from '@lamplight/kit'
import { idsIn, type RouteInput, refuseUnseen, route, T } from '@lamplight/server-kit'
import { spray, sprayType } from '../model/index.ts'

const PATH = '/api/blade-device/spray/batch/manual/switch-lum'
/** Values of a call that leaves them out (rule.const.dim). */
const [STRENGTH, SECONDS] = [50, 3600]
const TEMPORARY = 1

/** Written by hand, because the call names strength and duration like the one that dims lamps. */
export const sprayRoute = route({
  method: 'POST',
  path: PATH,
  summary: ['喷淋控制', 'Spray'],
  example: { body: { controllerIds: [exampleDevice(sprayType)], dimType: TEMPORARY, dimValue: STRENGTH, duration: SECONDS } },
  permission: actionPermission(spray, 'spray'),
  body: T.Object({
    controllerIds: T.Union([T.String(), T.Array(T.String())], { description: '逗号分隔或数组 / ids, comma-joined or an array' }),
    dimType: T.Optional(
      T.Integer({ minimum: 0, maximum: 1, default: TEMPORARY, description: '1 for the duration, 0 until it is stopped: needs a reason' }),
    ),
    dimValue: T.Optional(T.Integer({ minimum: 0, maximum: 100, default: STRENGTH, description: 'strength, %' })),
    duration: T.Optional(T.Integer({ minimum: 60, maximum: 14_400, default: SECONDS, description: 's' })),
    reason: T.Optional(T.String({ maxLength: 200, description: '不限时须填写 / why; required without an end' })),
  }),
  returns: BatchReturns,
  handler: async ({ ctx, headers, body }): Promise<BatchAnswer> => {
    const { dimType = TEMPORARY, dimValue = STRENGTH, duration = SECONDS } = body
    const deviceIds = idsIn(body.controllerIds, 'controllerIds')
    await refuseUnseen(ctx, ctx.query, spray.name, deviceIds, 'controllerIds')
    const args = { level: dimValue, ...(dimType === TEMPORARY && { minutes: Math.ceil(duration / 60) }) }
    const commands = ctx.platform.port(commandsPort)
    const request = commands.requestOf(ctx, headers as RouteInput['headers'], PATH, body)
    return commands.send(ctx, { type: sprayType, cmd: 'spray', args, deviceIds, asks: true, reason: body.reason?.trim() || null }, request)
  },
})
