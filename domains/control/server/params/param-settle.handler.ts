import { controllerType } from '@lamplight/devices/model'
import { seenDevices } from '@lamplight/devices/server'
import { exampleDevice, type ParamFamilyDefinition } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { A, arrayOf, type Ctx, changedEach, errors, idsIn, mayUse, type Query, route, T } from '@lamplight/server-kit'
import { controlErrors, PARAM_STATUS, settableValue } from '../../model/index.ts'
import { createReader } from '../calls/wire-input.ts'
import { DRIFT_FILTER, driftFilter } from './drift.handler.ts'
import { familiesIn, intern } from './param-answers.ts'
import { paramsWhere } from './param-rows.ts'
import { secretsOf } from './param-secrets.ts'
import { sendParam } from './param-send.ts'

/** Largest number of distinct wanted values in one call: each becomes a batch for each device type. */
const MOST_VALUES = 200
const EXAMPLE = { body: { family: 'timeOffset', ids: [exampleDevice(controllerType)] } }
const Ids = T.Union([T.String(), T.Array(T.String())])
const Chosen = T.Object({ family: T.String({ maxLength: 32 }), ids: Ids })
interface Wanted {
  readonly device_id: string
  readonly sn: string
  /** Code of the device type. */
  readonly type: number
  readonly wanted: ParamValue
  /** The selected value. */
  readonly value: ParamValue
}
/**
 * Reads rows of one family for devices that the user may see, with their wanted or reported value. The reported value is read only for drifted devices,
 * because other devices may still be receiving a new value. Throws if the user may not set the family.
 */
const chosenIn = async (ctx: Ctx, body: unknown, which: 'wanted_id' | 'reported_id', query: Query) => {
  const { family: name, ids } = body as { readonly family: string; readonly ids: unknown }
  const family = familiesIn(ctx.platform).get(name)
  if (!family) throw errors.badParameter({ field: 'family' }, 'family')
  if (!mayUse(ctx.user, `${family.code}_set`)) throw errors.noRight()
  const isAccepted = which === 'reported_id'
  // The platform knows of a reported secret only that it is another one.
  if (isAccepted && secretsOf(family).length > 0) throw controlErrors.secretAccepted({}, 'family')
  // The slice of the family stores what it assigned to each device; accepting the reported value would contradict that.
  if (isAccepted && family.attachment) throw controlErrors.assignedElsewhere({}, 'family')
  const params: unknown[] = [name, idsIn(ids)]
  const among = '= any($2::bigint[])'
  const rows = await query<Wanted>(
    `select p.device_id::text as device_id, r.sn, r.type, w.value as wanted, v.value from control_param p join devices_registered r on r.device_id = p.device_id
     join control_value v on v.id = p.${which} join control_value w on w.id = p.wanted_id
     where p.family = $1 and p.device_id ${among}${isAccepted ? ' and p.drift' : ''}${seenDevices(ctx, params, { among })} order by p.device_id for update of p`,
    params,
  )
  if (rows.length === 0) throw isAccepted ? controlErrors.noDrift({}, 'ids') : controlErrors.noParam({}, 'ids')
  return { family, rows }
}

/** Devices of one type with the same wanted value. */
interface Same {
  readonly family: ParamFamilyDefinition
  readonly value: ParamValue
  readonly ids: readonly string[]
}
/** Returns drifted devices that match the filter, by family, wanted value and device type. Leaves out families that the user may not set. */
const driftedIn = async (ctx: Ctx, filter: unknown): Promise<readonly Same[]> => {
  const reader = createReader(filter as Record<string, unknown>, ctx)
  const families = familiesIn(ctx.platform)
  const settable = [...families.values()].filter(({ code, ops }) => ops.includes('set') && mayUse(ctx.user, `${code}_set`))
  const driftQuery = driftFilter(reader)
  const names = settable.map(({ name }) => name).filter((name) => driftQuery.families?.includes(name) ?? true)
  if (names.length === 0) throw errors.noRight()
  const params: unknown[] = []
  const rows = await ctx.query<{ family: string; value: ParamValue; ids: string[] }>(
    `select p.family, w.value, array_agg(p.device_id::text order by p.device_id) as ids
     ${paramsWhere(ctx, { ...driftQuery, families: names }, params, true)} and p.wanted_id is not null group by p.family, w.id, w.value, r.type order by p.family, w.id, r.type`,
    params,
  )
  return rows.map(({ family, value, ids }) => ({ family: families.get(family) as ParamFamilyDefinition, value, ids }))
}

/** Returns the distinct wanted values of the selected devices, each with its devices of one type. */
const wantedIn = async (ctx: Ctx, body: unknown): Promise<readonly Same[]> => {
  const { family, rows } = await chosenIn(ctx, body, 'wanted_id', (sql, params) => ctx.query(sql.replace(' for update of p', ''), params))
  return [...Map.groupBy(rows, ({ type, value }) => `${type} ${JSON.stringify(value)}`).values()].flatMap((same) =>
    same[0] ? [{ family, value: same[0].value, ids: same.map(({ device_id }) => device_id) }] : [],
  )
}

export const repairRoute = route({
  method: 'POST',
  path: '/api/blade-city/param/repair',
  summary: ['重新下发期望参数', 'Send wanted parameters again'],
  example: EXAMPLE,
  permission: 'signed-in',
  body: T.Object({
    family: T.Optional(T.String({ maxLength: 32 })),
    ids: T.Optional(Ids),
    filter: T.Optional(
      T.Object(DRIFT_FILTER, { description: '代替 family 和 ids：所有符合条件的偏差 / instead of family and ids: all drift that matches' }),
    ),
  }),
  returns: A.of({ batches: A.list(A.of({ batchId: A.id, total: A.int })), total: A.int }),
  handler: async ({ ctx, body }) => {
    const { family, filter } = body
    if (!family && !filter) throw errors.missingParameter({ field: 'family' }, 'family')
    const values = filter ? await driftedIn(ctx, filter) : await wantedIn(ctx, body)
    if (values.length === 0) throw controlErrors.noParam({}, filter ? 'filter' : 'ids')
    if (values.length > MOST_VALUES) throw controlErrors.tooManyValues({ n: values.length, most: MOST_VALUES }, 'filter')
    const batches: { batchId: string; total: number }[] = []
    for (const { family: of, value, ids } of values) {
      const { batchId, total } = await sendParam(ctx, { family: of, op: 'set', value, again: null }, ids, null)
      batches.push({ batchId, total })
    }
    return { batches, total: batches.reduce((sum, { total }) => sum + total, 0) }
  },
})

/** Makes the values `$3` the wanted values of the devices `$2`, which hold them already. */
const ACCEPT = `update control_param p set wanted_id = v.value_id, wanted_gen = p.wanted_gen + 1, observed_gen = p.wanted_gen + 1, wanted_at = $4, wanted_by = $5,
    status = ${PARAM_STATUS.inSync}, code = null, drift = false, attempts = 0, next_at = null, batch_id = null
  from unnest($2::bigint[], $3::bigint[]) as v (device_id, value_id) where p.family = $1 and p.device_id = v.device_id`
export const acceptRoute = route({
  method: 'POST',
  path: '/api/blade-city/param/accept',
  summary: ['以设备上报值为准', 'Accept what devices report'],
  example: EXAMPLE,
  permission: 'signed-in',
  body: Chosen,
  returns: A.count,
  handler: async ({ ctx, body }) =>
    ctx.tx(async (query) => {
      const { family, rows } = await chosenIn(ctx, body, 'reported_id', query)
      const ids = rows.map(({ device_id }) => device_id)
      const reported = rows.map(({ value }) => ({ tenantId: ctx.tenantId, family: family.name, value: settableValue(family, value) }))
      const idOf = await intern(query, ctx.platform.newId, reported)
      await query(ACCEPT, [family.name, arrayOf(ids), arrayOf(reported.map(idOf)), ctx.now(), ctx.user.id])
      await ctx.audit(
        {
          what: 'control.param.accept',
          target: family.name,
          count: ids.length,
          detail: {
            family: family.label[0],
            familyEn: family.label[1],
            ...changedEach(rows.map(({ sn, wanted, value }) => [sn, JSON.stringify(wanted), JSON.stringify(value)])),
          },
        },
        query,
      )
      return { count: ids.length }
    }),
})
