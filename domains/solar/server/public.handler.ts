import { namedValues } from '@lamplight/devices/server'
import { type DeviceProperty, pick, readable, type Text, unitSymbol } from '@lamplight/kit'
import { A, type Ctx, errors, route, T, tableOf } from '@lamplight/server-kit'
import { solarLamp, solarLampType } from '../model/index.ts'

/** State of a device without a report: not activated (decisions.md B2). */
const SILENT = 5
const STATES = solarLamp.fields.deviceState?.options as unknown as { readonly values: Readonly<Record<number, Text>> }

const PROPERTIES: Readonly<Record<string, DeviceProperty>> = solarLampType.properties

interface PublicRow {
  readonly name: string | null
  readonly state: number | null
  readonly online: boolean | null
  readonly at: Date | null
  readonly v: readonly (number | null)[] | null
  readonly zone: string
}

/** The measured values as the page shows them: label, text, unit. Texts such as the firmware are not for the public. */
const valuesOf = (ctx: Ctx, v: PublicRow['v']) => {
  const values = namedValues(solarLampType, v ?? [], {})
  return Object.entries(values).flatMap(([name, value]) => {
    const property = PROPERTIES[name]
    if (!property) return []
    const { label, unit, decimals = 0, values: words } = property
    const word = words?.[Number(value)]
    const shown = readable(Number(value), unit ? unitSymbol(unit) : '', decimals)
    const text = word ? pick(word, ctx.lang) : shown.value.toFixed(shown.decimals)
    return [{ name, label: pick(label, ctx.lang), value: text, unit: shown.symbol }]
  })
}

/**
 * A solar lamp for anybody who scans its QR code (decisions.md A47, A71). Written by hand: it needs no session, finds the lamp by its serial number
 * only, and answers neither ids nor place, project or tenant. An unknown number and a lamp of an expired tenant give the same refusal.
 */
export const publicLamp = route({
  method: 'GET',
  path: '/api/blade-sun/device/scan',
  summary: ['扫码查看太阳能设备', 'A solar lamp by its QR code'],
  example: { query: { sn: 'SCANNED-LAMP' } },
  permission: 'public',
  query: T.Object({ sn: T.String({ pattern: '^[A-Za-z0-9_-]{1,40}$', description: '序列号 / serial number' }) }),
  returns: A.of({
    sn: A.text,
    name: A.text,
    state: A.int,
    stateName: A.text,
    reportedAt: A.nullable(A.instant),
    values: A.list(A.of({ name: A.text, label: A.text, value: A.text, unit: A.text })),
  }),
  handler: async ({ ctx, query }) => {
    const [row] = await ctx.platform.system.query<PublicRow>(
      `select d.name, s.state, s.online, s.reported_at as at, l.v from devices_registered r
       join ${tableOf(solarLamp)} d on d.id = r.device_id and not d.is_deleted
       join identity_tenants t on t.tenant_id = r.tenant_id and not t.is_deleted and (t.expire_time is null or t.expire_time > $2)
       left join devices_states s on s.device_id = d.id left join devices_values l on l.device_id = d.id
       where r.sn = $1 and r.type = $3`,
      [query.sn, new Date(ctx.platform.clock.now()), solarLampType.code],
    )
    if (!row) throw errors.notFound()
    const state = row.state ?? SILENT
    const word = STATES.values[state]
    return {
      sn: query.sn,
      name: row.name ?? '',
      state,
      stateName: word ? pick(word, ctx.lang) : '',
      reportedAt: row.at ? row.at.toISOString() : null,
      values: row.at ? valuesOf(ctx, row.v) : [],
    }
  },
})
