import { pick, type Text } from '@lamplight/kit'
import { type Ctx, type ListingRows, wordSql } from '@lamplight/server-kit'
import type { deviceFields } from '../model/any-device.ts'
import { FIRST_ROW_TYPE } from '../model/index.ts'
import { deviceTypesPort } from '../model/ports.ts'
import { allDevices, seenGateways } from './device-sight.ts'

/** SQL of the name of the device type with the SQL code `type`, in the language of the call; the code if the type has no name. */
export const typeNameSql = (ctx: Ctx, params: unknown[], type: string): string => {
  const declared = ctx.platform.port(deviceTypesPort).all.map(({ code, label }) => [code, label] as const)
  const made = `(select ll_said(y.name, y.name_en) from devices_type y where y.code = ${type} and y.code >= ${FIRST_ROW_TYPE} order by y.id limit 1)`
  return `coalesce(${made}, ${wordSql(ctx, params, Object.fromEntries<Text>(declared), type)})`
}

/**
 * Returns a function that gives the name of a device type by its code, in the language of the call; the code if the type has no name. Types made at run
 * time are loaded for `rows`.
 */
export const typeNames = async (ctx: Ctx, rows: readonly { readonly type?: unknown }[]): Promise<(code: number) => string> => {
  const types = ctx.platform.port(deviceTypesPort)
  await types.need(rows.flatMap(({ type }) => (type === null || type === undefined ? [] : [Number(type)])))
  return (code) => {
    const label = types.typeOf(code)?.label
    return label ? pick(label, ctx.lang) : String(code)
  }
}

/**
 * The devices that the user sees as rows of a listing with `deviceFields`: of every type, with their state and place. The alias `d` has the columns of
 * `allDevices`. `where`: conditions over the registry `r`, the place `p` and the state `s`, each beginning with ` and `. `gateways`: gateways too, to
 * which the same conditions apply.
 */
export const anyDevice = (
  ctx: Ctx,
  params: unknown[],
  where = '',
  { gateways = false }: { readonly gateways?: boolean } = {},
): ListingRows<keyof typeof deviceFields> => ({
  id: 'd.device_id',
  columns: {
    sn: 'd.sn',
    name: `coalesce(d.name, '')`,
    devType: 'd.type',
    devTypeName: typeNameSql(ctx, params, 'd.type'),
    currentControllerStatus: 'd.state',
    areaId: 'd.area_id',
  },
  from: gateways
    ? `(with a as materialized (${allDevices(ctx, params, where)} union all ${seenGateways(ctx, params, where)}) select * from a) d`
    : `(${allDevices(ctx, params, where)}) d`,
})
