import { LAMP_CONTROLLER } from '@lamplight/devices/model'
import { type DeviceTypeDefinition, exampleId } from '@lamplight/kit'
import { A, type Ctx, errors, fieldError, formatTime, route, T, visibleRow } from '@lamplight/server-kit'
import { COOLDOWN_SECONDS, linkageErrors, linkageInstance, linkageTemplate, replay } from '../model/index.ts'
import { devicesIn } from './devices.ts'
import { type TemplateRow, triggerOf } from './template.server.ts'
import { typeSeen } from './types.ts'

const DAY_MS = 86_400_000
const DAYS = 7
/** Readings that a dry run reads at most. */
const READINGS_MOST = 500_000
const SHOWN_MOST = 50

/** Columns of the readings of lamp controllers. */
const LAMP_COLUMNS: Readonly<Record<string, string>> = {
  on: 'is_on::int',
  dim: 'dim',
  power: 'power',
  voltage: 'voltage',
  current: 'current',
  pf: 'pf',
  energy: 'energy',
  hours: 'hours',
  temperature: 'temperature',
  tilt: 'tilt',
}

/** SQL of the stored values of a property: device, time and value. */
const historyOf = (type: DeviceTypeDefinition, property: string): string => {
  const { slot, history, retired } = type.properties[property] ?? {}
  if (!history || retired || slot === undefined) throw linkageErrors.noHistory({ property }, 'templateId')
  const [value, view] = type.code === LAMP_CONTROLLER ? [LAMP_COLUMNS[property], 'devices_readings'] : [`v[${slot}]`, `devices_series_rows`]
  if (value === undefined) throw linkageErrors.noHistory({ property }, 'templateId')
  const only = type.code === LAMP_CONTROLLER ? '' : ` and type = ${type.code}`
  return `select device_id::text as "deviceId", at, (${value})::float8 as value from ${view}
    where tenant_id = $1 and device_id = any($2::bigint[]) and at > $3 and ${value} is not null${only} order by at limit ${READINGS_MOST}`
}

interface Wanted {
  readonly templateId: string
  readonly toggleDevIds: string
  readonly cooldown: number
}
const wantedIn = async (
  ctx: Ctx,
  { id, templateId, toggleDevIds, cooldown }: { id?: string; templateId?: string; toggleDevIds?: string; cooldown?: number },
): Promise<Wanted> => {
  const row = id ? await visibleRow(ctx, linkageInstance, id) : {}
  const wanted = { templateId: templateId || row.templateId, toggleDevIds: toggleDevIds || row.toggleDevIds }
  for (const [field, value] of Object.entries(wanted)) if (!value) throw errors.missingParameter({ field }, field)
  return {
    templateId: String(wanted.templateId),
    toggleDevIds: String(wanted.toggleDevIds),
    cooldown: cooldown ?? (typeof row.cooldown === 'number' ? row.cooldown : COOLDOWN_SECONDS),
  }
}

/** Readings of devices since a time, oldest first. */
export const readingsOf = async (
  ctx: Ctx,
  type: DeviceTypeDefinition,
  { property, deviceIds, since }: { readonly property: string; readonly deviceIds: readonly string[]; readonly since: number },
): Promise<readonly { readonly deviceId: string; readonly at: number; readonly value: number }[]> => {
  const rows = await ctx.query<{ deviceId: string; at: Date; value: number }>(historyOf(type, property), [
    ctx.tenantId,
    deviceIds,
    new Date(since),
  ])
  return rows.map(({ deviceId, at, value }) => ({ deviceId, at: at.getTime(), value }))
}

/**
 * How often would a linkage have fired in the last days? Of a stored one (`id`), or of values that are not saved yet. Written by hand: it reads the history
 * of its devices and writes nothing.
 */
export const dryRunRoute = route({
  method: 'POST',
  path: '/api/blade-strategy/linkage/instance/dryRun',
  summary: ['联动试算', 'Dry run of a linkage on stored history'],
  example: { body: { id: exampleId(linkageInstance.name) } },
  permission: 'linkage_instance_edit',
  orPermissions: ['linkage_instance_add'],
  body: T.Object({
    id: T.Optional(T.String({ pattern: '^[0-9]{0,19}$' })),
    templateId: T.Optional(T.String({ pattern: '^[0-9]{0,19}$' })),
    toggleDevIds: T.Optional(T.String({ maxLength: 20_000 })),
    cooldown: T.Optional(T.Integer({ minimum: 0, maximum: 86_400 })),
    days: T.Optional(T.Integer({ minimum: 1, maximum: 31 })),
  }),
  returns: A.of({
    days: A.int,
    readings: A.int,
    firings: A.int,
    /** 1: there was more history than a dry run reads. */
    cut: A.int,
    byDay: A.list(A.of({ day: A.text, firings: A.int })),
    byDevice: A.list(A.of({ id: A.id, sn: A.text, name: A.text, firings: A.int, lastAt: A.time })),
  }),
  handler: async ({ ctx, body }) => {
    const wanted = await wantedIn(ctx, body)
    const template = await visibleRow<TemplateRow>(ctx, linkageTemplate, wanted.templateId).catch(() => {
      throw fieldError('templateId', ['不存在', 'does not exist'], ctx.lang)
    })
    const type = await typeSeen(ctx.platform, ctx.query, template.toggleDevType)
    if (!type) throw errors.notFound()
    const devices = await devicesIn(ctx, wanted.toggleDevIds, 'toggleDevIds', [type])
    const days = body.days ?? DAYS
    const now = ctx.now().getTime()
    const asked = { property: template.property, deviceIds: devices.map(({ id }) => id), since: now - days * DAY_MS }
    const readings = await ctx.slowly('linkage.dryRun', () => readingsOf(ctx, type, asked))
    const firings = replay(triggerOf(template), wanted.cooldown, readings, now)
    const byDay = Map.groupBy(firings, ({ at }) => formatTime(at, ctx.zone).slice(0, 10))
    const byDevice = Map.groupBy(firings, ({ deviceId }) => deviceId)
    return {
      days,
      readings: readings.length,
      firings: firings.length,
      cut: readings.length === READINGS_MOST ? 1 : 0,
      byDay: [...byDay].map(([day, own]) => ({ day, firings: own.length })),
      byDevice: devices
        .flatMap(({ id, sn, name }) => {
          const own = byDevice.get(id) ?? []
          const last = own.at(-1)
          return last ? [{ id, sn, name, firings: own.length, lastAt: formatTime(last.at, ctx.zone) }] : []
        })
        .sort((a, b) => b.firings - a.firings)
        .slice(0, SHOWN_MOST),
    }
  },
})
