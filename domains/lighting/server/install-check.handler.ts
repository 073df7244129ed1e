import { commandsPort, controllerType } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { actionPermission, exampleDevice } from '@lamplight/kit'
import { A, type Ctx, errors, formatTime, grantedOnly, idsIn, pagedRows, route, T } from '@lamplight/server-kit'
import { controller } from '../model/controller.resource.ts'

/** SQL of the power of the controller `c` at its reported level. */
const EXPECTED = 'control_expected(c.load_power, c.load_min_level, c.load_min_power, case when s.is_on then s.dim else 0 end)'
/** Checks of an installation, in the order of the page: each is SQL over the controller `c`, its state `s` and the number of its lamps. */
const CHECKS = {
  reported: 's.reported_at is not null',
  located: 'c.lng is not null and c.lat is not null',
  hasLamp: 'exists (select from lighting_lamp l where l.tenant_id = c.tenant_id and l.controller_id = c.id and not l.is_deleted)',
  // The metered power fits the model at the reported level. Without a model, or without a report, nothing is known.
  powerFits: `coalesce(s.power is null or s.dim is null or c.load_power is null
    or abs(s.power - ${EXPECTED}) <= greatest(coalesce(c.load_tolerance, 0), 3), true)`,
} as const
type Check = keyof typeof CHECKS
const NAMES = Object.keys(CHECKS) as Check[]
const Name = T.Optional(T.Unsafe<Check | ''>({ type: 'string', enum: ['', ...NAMES], description: 'only rows that fail this check' }))
const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))

interface Checked extends Record<Check, boolean> {
  readonly id: string
  readonly sn: string
  readonly name: string | null
  readonly gateway: string | null
  readonly area: string | null
  readonly power: number | null
  readonly expected: number | null
  readonly reported_at: Date | null
  readonly answer: number
}

const FILTER = { sn: T.Optional(T.String({ maxLength: 64 })), projectId: Id, areaId: Id, check: Name }
interface Filter {
  readonly sn?: string | undefined
  readonly projectId?: string | undefined
  readonly areaId?: string | undefined
  readonly check?: Check | '' | undefined
  /** Record of a repeated check: its devices are listed, also those that pass now. */
  readonly batchId?: string | undefined
}
/** SQL from `from`: the controllers `c` that the user sees and the filter finds. */
const found = (ctx: Ctx, { sn, projectId, areaId, check, batchId }: Filter, params: unknown[]): string => {
  const failing = check ? `not (${CHECKS[check]})` : batchId ? 'true' : `not (${NAMES.map((name) => `(${CHECKS[name]})`).join(' and ')})`
  const where = ['not c.is_deleted', failing]
  if (sn) where.push(`starts_with(c.sn, $${params.push(sn)})`)
  if (projectId) where.push(`c.project_id = $${params.push(projectId)}`)
  if (areaId) where.push(`c.area_id = $${params.push(areaId)}`)
  const asked = batchId ? ` join control_ledger i on i.device_id = c.id and i.batch_id = $${params.push(batchId)}` : ''
  const cut = grantedOnly(ctx.user, params, { project: 'c.project_id', area: 'c.area_id' })
  return `from lighting_controller c${asked} left join devices_states s on s.device_id = c.id where ${where.join(' and ')}${cut}`
}
/** Of a repeated check: 0 the device has not answered yet, 1 it has answered, 2 it did not answer. */
const ANSWER = 'case when i.status < 2 then 0 when i.status = 2 then 1 else 2 end'

const wireChecked = (row: Checked, ctx: Ctx) => ({
  id: row.id,
  sn: row.sn,
  name: row.name ?? '',
  gwSn: row.gateway ?? '',
  areaName: row.area ?? '',
  power: row.power,
  expectedPower: row.expected,
  answer: row.answer,
  ...(Object.fromEntries(NAMES.map((name) => [name, row[name] ? 1 : 0])) as Record<Check, number>),
  reportedAt: row.reported_at ? formatTime(row.reported_at, ctx.zone) : '',
})

// Controllers whose installation is incomplete, by rules over several tables: no list of a resource (row controller.install.check.page).
export const installCheckRoute = route({
  method: 'GET',
  path: '/api/blade-city/controller/install/check/page',
  summary: ['控制器安装检查', 'Install checks of lamp controllers'],
  permission: 'controller_view',
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: 10_000 })),
    ...FILTER,
    batchId: T.Optional(
      T.String({ pattern: '^\\d{0,19}$', description: 'record of a repeated check: all its devices, with their new results' }),
    ),
  }),
  returns: A.page(
    A.of({
      id: A.id,
      sn: A.text,
      name: A.text,
      gwSn: A.text,
      areaName: A.text,
      reportedAt: A.time,
      power: A.nullable(A.measure('W')),
      expectedPower: A.nullable(A.measure('W')),
      /** Of a repeated check: 0 the device has not answered yet, 1 it has answered, 2 it did not answer. */
      answer: A.nullable(A.int),
      ...A.each(NAMES, A.int),
    }),
  ),
  handler: async ({ ctx, query }) => {
    const params: unknown[] = []
    const from = found(ctx, query, params)
    const select = `c.id::text, c.sn, c.name, ${query.batchId ? ANSWER : 'null::int'} as answer, s.power, s.reported_at, ${EXPECTED} as expected,
      ${NAMES.map((name) => `${CHECKS[name]} as "${name}"`).join(', ')},
      (select g.sn from devices_gateways g where g.id = c.gateway_id) as gateway, (select a.area_name from places_areas a where a.id = c.area_id) as area`
    const wanted = { select, from, order: 'c.id', params, current: query.current ?? 1, size: query.size || 10 }
    return pagedRows(ctx, wanted, (rows: readonly Checked[]) => rows.map((row) => wireChecked(row, ctx)))
  },
})

// Repeats the checks: asks the devices for a new report, by which the page shows the new results (slice D1, answer 14: "check again" sends `read`).
export const installCheckAgainRoute = route({
  method: 'POST',
  path: '/api/blade-city/controller/install/check/again',
  summary: ['重新检查控制器安装', 'Repeat the install checks'],
  example: { body: { controllerIds: exampleDevice(controllerType) } },
  permission: actionPermission(controller, 'read'),
  body: T.Object({
    controllerIds: T.Optional(
      T.Union([T.String(), T.Array(T.String())], { description: 'default: all controllers that the filter finds' }),
    ),
    ...FILTER,
  }),
  returns: BatchReturns,
  handler: async ({ ctx, headers, body }) => {
    const { controllerIds, ...filter } = body
    const params: unknown[] = []
    const deviceIds =
      controllerIds === undefined
        ? (await ctx.query<{ id: string }>(`select c.id::text as id ${found(ctx, filter, params)}`, params)).map(({ id }) => id)
        : idsIn(controllerIds, 'controllerIds')
    if (deviceIds.length === 0) throw errors.badParameter({ field: 'controllerIds' }, 'controllerIds')
    const commands = ctx.platform.port(commandsPort)
    const request = commands.requestOf(ctx, headers, 'install/check/again', body)
    return commands.send(ctx, { type: controllerType, cmd: 'read', args: {}, deviceIds }, request)
  },
})
