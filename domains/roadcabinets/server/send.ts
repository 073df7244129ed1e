import { commandsPort } from '@lamplight/devices/model'
import { typedOrder } from '@lamplight/devices/server'
import { type ActionCall, refuseUnseen } from '@lamplight/server-kit'
import { cabinet, roadcabinetsErrors } from '../model/index.ts'

interface Input {
  readonly unit: string
  readonly cmd: string
  readonly args?: string | null
}

/** Sends a command to the unit `input.unit` of cabinets. `groupId`: the group of these cabinets if the call names one, else null. */
export const sendToUnits = async ({ ctx, headers, input, body }: ActionCall<Input>, ids: readonly string[], groupId: string | null) => {
  await refuseUnseen(ctx, ctx.query, cabinet.name, ids, groupId === null ? 'ids' : 'groupId')
  const devices = await ctx.query<{ id: string; code: number }>(
    `select r.device_id::text as id, r.type::int as code from roadcabinets_cabinet t, jsonb_array_elements(t.units) u
     join devices_registered r on r.device_id = (u ->> 'deviceId')::bigint where t.id = any($1::bigint[]) and u ->> 'code' = $2`,
    [ids, input.unit],
  )
  if (devices.length === 0) throw roadcabinetsErrors.noUnits({ unit: input.unit }, 'unit')
  const codes = [...new Set(devices.map(({ code }) => code))]
  if (codes.length > 1) throw roadcabinetsErrors.oneProduct({}, 'ids')
  const order = await typedOrder(ctx, codes[0], input)
  const commands = ctx.platform.port(commandsPort)
  const request = commands.requestOf(ctx, headers, `${cabinet.name}.send`, { ...body, groupId })
  return commands.send(ctx, { ...order, deviceIds: devices.map(({ id }) => id) }, request)
}
