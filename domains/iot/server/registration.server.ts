import { typedDevice } from '@lamplight/devices/model'
import { typesOfDriver } from '@lamplight/devices/server'
import { isRefusal } from '@lamplight/kit'
import { addRow, type Ctx, changedEach, changeRow, dropRows, fieldError, onServer, type Query } from '@lamplight/server-kit'
import { iotErrors, OPERATOR_DRIVER, registration, WAITING } from '../model/index.ts'

/** State of a device that has never reported (decisions.md C12). */
const NOT_ACTIVATED = 5

/** Returns the chosen product type, or the only one with `driver: operator`. Throws `chooseType` for a type with another driver, and if there is no single type. */
const typeIn = async (query: Query, typeId: unknown): Promise<string> => {
  const types = await typesOfDriver(query, OPERATOR_DRIVER)
  const found = typeId ? types.find(({ id }) => id === typeId) : types.length === 1 ? types[0] : undefined
  if (!found) throw iotErrors.chooseType({}, 'typeId')
  return found.id
}
const platformIn = async (query: Query, tenantId: string, ocId: unknown): Promise<string> => {
  if (ocId) return String(ocId)
  const [only, other] = await query<{ id: string }>('select id::text as id from iot_oc where tenant_id = $1 and not is_deleted limit 2', [
    tenantId,
  ])
  if (!only || other) throw iotErrors.chooseOc({}, 'ocId')
  return only.id
}

type Values = Readonly<Record<string, unknown>>
/** Returns the fields that a registration copies to its device, in wire form. */
const deviceBody = ({ name, ocId, projectId, areaId, location, remark }: Values): Record<string, unknown> => {
  const { lng, lat } = (location ?? {}) as { lng?: number; lat?: number }
  return { name, address: ocId, projectId, areaId, longitude: lng ?? null, latitude: lat ?? null, remark }
}

/** Copies a registration to its device. Adds the device if the registration has none, or if it was removed. */
const keepDevice = async (ctx: Ctx, query: Query, row: Values): Promise<void> => {
  const [known] = await query('select 1 from devices_registered where device_id = $1', [row.deviceId ?? null])
  if (known) {
    await changeRow(ctx, typedDevice, { id: row.deviceId, ...deviceBody(row) })
    return
  }
  try {
    const deviceId = await addRow(ctx, typedDevice, { sn: row.imei, typeId: row.typeId, ...deviceBody(row) })
    await query('update iot_registration set device_id = $2 where id = $1', [row.id, deviceId])
  } catch (thrown) {
    if (!isRefusal(thrown) || thrown.field !== 'sn') throw thrown
    throw fieldError('imei', ['已有设备使用该序列号', 'is the serial number of another device'], ctx.lang)
  }
}

const AGAIN = `update iot_registration set register_status = ${WAITING}, register_reason = null, register_tries = 0, next_try = now()
  where id = any($1::bigint[])`

export const registrationServer = onServer(registration, {
  joined: {
    sql: 'left join devices_states s on s.device_id = t.device_id',
    fields: { deviceState: `(case when s.reported_at is not null then s.state else ${NOT_ACTIVATED} end)`, reportedAt: 's.reported_at' },
    absent: { deviceState: NOT_ACTIVATED },
    present: { reportedAt: 's.device_id' },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    if (old && draft.imei && draft.imei !== old.imei) throw iotErrors.imeiFixed({}, 'imei')
    if (old?.typeId && draft.typeId && draft.typeId !== old.typeId) throw iotErrors.typeFixed({}, 'typeId')
    const typeId = old?.typeId ?? (await typeIn(query, draft.typeId))
    const ocId = await platformIn(query, String(old?.tenantId ?? ctx.tenantId), draft.ocId ?? old?.ocId)
    const begin = { registerStatus: WAITING, registerReason: null, registerTries: 0, registeredAt: null, nextTry: ctx.now().toISOString() }
    return { ...draft, typeId, ocId, ...(ocId === old?.ocId ? {} : begin) }
  },
  afterWrite: ({ ctx, query, row }) => keepDevice(ctx, query, { ...row }),
  beforeRemove: async ({ ctx, query, rows }) => {
    const devices = await query<{ id: string }>(
      'select device_id::text as id from devices_registered where device_id = any($1::bigint[])',
      [rows.flatMap(({ deviceId }) => deviceId ?? [])],
    )
    if (devices.length > 0)
      await dropRows(
        ctx,
        typedDevice,
        devices.map(({ id }) => id),
      )
  },
  actions: {
    register: async ({ ctx, ids }) => {
      const rows = await ctx.query<{ imei: string; status: number }>(
        'select imei, register_status as status from iot_registration where id = any($1::bigint[]) order by id limit 50',
        [ids],
      )
      await ctx.tx(async (query) => {
        await query(AGAIN, [ids])
        const detail = changedEach(rows.map(({ imei, status }) => [imei, { registerStatus: status }, { registerStatus: WAITING }]))
        await ctx.audit({ what: `${registration.name}.register`, target: ids.slice(0, 50).join(','), count: ids.length, detail }, query)
      })
      return { count: ids.length }
    },
  },
})
