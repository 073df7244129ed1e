import { typedDevice } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { addRow, type Ctx, changeRow, dropRows, onServer, type Query, refuseUnseen } from '@lamplight/server-kit'
import { cabinet, roadcabinetsErrors } from '../model/index.ts'
import { checkedInstall } from './install-config.ts'
import { type ProductRow, productOf } from './product.server.ts'
import { sendToUnits } from './send.ts'

/** A unit of an installed cabinet: its device, and the address and port at which the gateway reaches it. */
export interface CabinetUnit {
  readonly code: string
  readonly name: string
  readonly cabin: number
  readonly deviceId: string
  readonly address?: number | null
  readonly port?: string | null
  readonly protocol?: number | null
  readonly polling?: number | null
}
type Values = Readonly<Record<string, unknown>>

/** Serial number of the device of a unit. */
export const unitSn = (sn: string, code: string): string => `${sn}-${code}`

const refuseTaken = async (query: Query, sn: string, units: ProductRow['units']): Promise<void> => {
  const sns = units.map(({ code }) => unitSn(sn, code))
  const [taken] = await query<{ sn: string }>('select sn from devices_registered where sn = any($1::text[]) limit 1', [sns])
  if (taken) throw roadcabinetsErrors.numberTaken({ sn: taken.sn }, 'sn')
}

/** Refuses a gateway whose version does not begin with `type`. Accepts a gateway that has not reported its version. */
const refuseGateway = async (ctx: Ctx, query: Query, gatewayId: unknown, type: string | null | undefined): Promise<void> => {
  if (!type || !gatewayId) return
  await refuseUnseen(ctx, query, 'devices.gateway', [String(gatewayId)], 'gatewayId')
  const [gateway] = await query<{ version: string }>(`select coalesce(version, '') as version from devices_gateways where id = $1`, [
    gatewayId,
  ])
  if (gateway?.version && !gateway.version.startsWith(type))
    throw roadcabinetsErrors.gatewayKind({ version: gateway.version, type }, 'gatewayId')
}

/** The fields of a cabinet that its devices take over, in wire form. */
const sharedOf = (row: Values): Record<string, unknown> => {
  const { lng, lat } = (row.location ?? {}) as { lng?: number; lat?: number }
  return { gatewayId: row.gatewayId, projectId: row.projectId ?? '', areaId: row.areaId ?? '', longitude: lng ?? '', latitude: lat ?? '' }
}
const unitName = (row: Values, name: string): string => `${row.name || row.sn} ${name}`

/** Adds a device for each unit of the product, behind the gateway of the cabinet, in the transaction that adds the cabinet. */
const installUnits = async (ctx: Ctx, row: Values, { units, install: configured }: ProductRow): Promise<readonly CabinetUnit[]> => {
  const made: CabinetUnit[] = []
  // Checked again: ports and terminal configurations may have been disabled after the product was stored.
  const install = await checkedInstall(ctx, ctx.query, configured ?? [], units)
  for (const { code, name, typeId, cabin } of units) {
    const device = { ...sharedOf(row), sn: unitSn(String(row.sn), code), name: unitName(row, name), typeId }
    const { unit: _, ...config } = install.find(({ unit }) => unit === code) ?? { unit: code }
    made.push({ code, name, cabin: cabin ?? 1, deviceId: await addRow(ctx, typedDevice, device), ...config })
  }
  return made
}

const SHARED = ['gatewayId', 'projectId', 'areaId', 'location', 'name'] as const
/** Changes gateway, place and name of the devices of a cabinet to those of the cabinet. */
const moveUnits = async (ctx: Ctx, row: Values): Promise<void> => {
  for (const { deviceId, name } of (row.units ?? []) as readonly CabinetUnit[]) {
    const [known] = await ctx.query('select 1 from devices_registered where device_id = $1', [deviceId])
    if (known) await changeRow(ctx, typedDevice, { id: deviceId, ...sharedOf(row), name: unitName(row, name) })
  }
}

export const cabinetServer = onServer(cabinet, {
  joined: {
    // A unit without a row in devices_states has never reported. It counts neither as online nor as faulty.
    sql: `left join lateral (select count(*) filter (where s.state < 4)::int as online, count(*) filter (where s.state = 3)::int as faulty
      from jsonb_array_elements(t.units) u join devices_states s on s.device_id = (u ->> 'deviceId')::bigint) live on true`,
    fields: { unitsOnline: 'live.online', unitsFaulty: 'live.faulty' },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const row: Values = { ...old, ...draft }
    if (old && (row.sn !== old.sn || row.productId !== old.productId))
      throw roadcabinetsErrors.cabinetFixed({}, row.sn === old.sn ? 'productId' : 'sn')
    if (old && !('gatewayId' in draft)) return draft
    const made = await productOf(ctx, query, String(row.productId))
    await refuseGateway(ctx, query, row.gatewayId, made.gatewayType)
    if (old) return draft
    await refuseTaken(query, String(row.sn), made.units)
    return { ...draft, units: await installUnits(ctx, row, made) } as unknown as typeof draft
  },
  afterWrite: async ({ ctx, row, old }) => {
    const before = old as object as Values | null
    const now = row as object as Values
    if (before && SHARED.some((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]))) await moveUnits(ctx, now)
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const ids = rows.flatMap(({ units }) => ((units ?? []) as readonly CabinetUnit[]).map(({ deviceId }) => deviceId))
    const known = await query<{ id: string }>('select device_id::text as id from devices_registered where device_id = any($1::bigint[])', [
      ids,
    ])
    if (known.length > 0)
      await dropRows(
        ctx,
        typedDevice,
        known.map(({ id }) => id),
      )
  },
  actions: { send: (call) => sendToUnits(call, call.ids, null) },
  returns: { send: BatchReturns },
})
