import { seenDevices } from '@lamplight/devices/server'
import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type Ctx, idsIn } from '@lamplight/server-kit'
import { linkageErrors } from '../model/index.ts'

export interface FoundDevice {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly type: number
}

/** Devices of some types that the user sees, in the order of their numbers. */
export const devicesSeen = (
  ctx: Ctx,
  {
    types,
    ids,
    keyword,
    most,
  }: { readonly types: readonly number[]; readonly ids?: readonly string[]; readonly keyword?: string; readonly most: number },
): Promise<FoundDevice[]> => {
  const params: unknown[] = [types]
  const among = ids ? ` and r.device_id = any($${params.push(ids)}::bigint[])` : ''
  const text = keyword ? ` and position(lower($${params.push(keyword)}) in lower(r.sn || ' ' || coalesce(r.name, ''))) > 0` : ''
  return ctx.query<FoundDevice>(
    `select r.device_id::text as id, r.sn, coalesce(r.name, '') as name, r.type::int as type from devices_registered r
     where r.type = any($1::int[])${among}${text}${seenDevices(ctx, params)} order by r.sn limit ${most}`,
    params,
  )
}

/** Returns the devices that a field names. Throws unless the user sees all of them and each has one of the types. */
export const devicesIn = async (
  ctx: Ctx,
  value: unknown,
  field: string,
  types: readonly DeviceTypeDefinition[],
): Promise<readonly FoundDevice[]> => {
  const ids = idsIn(value, field)
  const params: unknown[] = [ids]
  const found = await ctx.query<FoundDevice>(
    `select r.device_id::text as id, r.sn, coalesce(r.name, '') as name, r.type::int as type from devices_registered r
     where r.device_id = any($1::bigint[])${seenDevices(ctx, params, { among: '= any($1::bigint[])' })}`,
    params,
  )
  const lost = ids.find((id) => !found.some((one) => one.id === id))
  if (lost !== undefined) throw linkageErrors.unknownDevice({ field, id: lost }, field)
  const strange = found.find(({ type }) => !types.some(({ code }) => code === type))
  if (strange) throw linkageErrors.wrongDevice({ field, sn: strange.sn }, field)
  return found
}
