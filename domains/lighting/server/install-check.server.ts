import { commandsPort, controllerType } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { actionPermission, exampleDevice } from '@lamplight/kit'
import { type Ctx, errors, grantedOnly, idsIn, inputIn, onListing, route, T } from '@lamplight/server-kit'
import { controller } from '../model/controller.resource.ts'
import { CHECK_NAMES, type Check, installCheck } from '../model/install-check.listing.ts'

/** SQL of the power of the controller `c` at its reported level. */
const EXPECTED = 'control_expected(c.load_power, c.load_min_level, c.load_min_power, case when s.is_on then s.dim else 0 end)'
/** SQL of each check over the controller `c` and its state `s`. */
const CHECKS: Readonly<Record<Check, string>> = {
  reported: 's.reported_at is not null',
  located: 'c.lng is not null and c.lat is not null',
  hasLamp: 'exists (select from lighting_lamp l where l.tenant_id = c.tenant_id and l.controller_id = c.id and not l.is_deleted)',
  // The metered power fits the model at the reported level. Without a model, or without a report, nothing is known.
  powerFits: `coalesce(s.power is null or s.dim is null or c.load_power is null
    or abs(s.power - ${EXPECTED}) <= greatest(coalesce(c.load_tolerance, 0), 3), true)`,
}
const failing = (names: readonly string[]): string => `not (${names.map((name) => `(${CHECKS[name as Check]})`).join(' and ')})`

interface Filter {
  readonly sn?: string | null
  readonly projectId?: string | null
  readonly areaId?: string | null
  readonly check?: readonly string[] | null
  readonly batchId?: string | null
}
/** SQL after `from`: the controllers `c` that the user sees and the filter finds. */
const found = (ctx: Ctx, { sn, projectId, areaId, check, batchId }: Filter, params: unknown[]): string => {
  const where = ['not c.is_deleted', check ? failing(check) : batchId ? 'true' : failing(CHECK_NAMES)]
  if (sn) where.push(`starts_with(c.sn, $${params.push(sn)})`)
  if (projectId) where.push(`c.project_id = $${params.push(projectId)}`)
  if (areaId) where.push(`c.area_id = $${params.push(areaId)}`)
  const asked = batchId ? ` join control_ledger i on i.device_id = c.id and i.batch_id = $${params.push(batchId)}` : ''
  const cut = grantedOnly(ctx.user, params, { project: 'c.project_id', area: 'c.area_id' })
  return `lighting_controller c${asked} left join devices_states s on s.device_id = c.id where ${where.join(' and ')}${cut}`
}
/** Of a repeated check: 0 the device has not answered yet, 1 it has answered, 2 it did not answer. */
const ANSWER = 'case when i.status < 2 then 0 when i.status = 2 then 1 else 2 end'

export const installCheckServer = onListing(installCheck, {
  source: (ctx, params, filter) => ({
    id: 'c.id',
    columns: {
      sn: 'c.sn',
      name: 'c.name',
      answer: filter.batchId ? ANSWER : 'null',
      ...CHECKS,
      power: 's.power',
      expectedPower: EXPECTED,
      gwSn: '(select g.sn from devices_gateways g where g.id = c.gateway_id)',
      areaName: '(select a.area_name from places_areas a where a.id = c.area_id)',
      reportedAt: 's.reported_at',
    },
    from: found(ctx, filter, params),
  }),
})

const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const Checks = T.String({
  pattern: `^((${CHECK_NAMES.join('|')})(,(?!$)|$))*$`,
  description: `only rows that fail one of these: ${CHECK_NAMES.join()}`,
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
    sn: T.Optional(T.String({ maxLength: 64 })),
    projectId: Id,
    areaId: Id,
    check: T.Optional(Checks),
  }),
  returns: BatchReturns,
  handler: async ({ ctx, headers, body }) => {
    const { controllerIds, ...given } = body
    const params: unknown[] = []
    const filter = inputIn(installCheck.filters, given, ctx)
    const deviceIds =
      controllerIds === undefined
        ? (await ctx.query<{ id: string }>(`select c.id::text as id from ${found(ctx, filter, params)}`, params)).map(({ id }) => id)
        : idsIn(controllerIds, 'controllerIds')
    if (deviceIds.length === 0) throw errors.badParameter({ field: 'controllerIds' }, 'controllerIds')
    const commands = ctx.platform.port(commandsPort)
    const request = commands.requestOf(ctx, headers, 'install/check/again', body)
    return commands.send(ctx, { type: controllerType, cmd: 'read', args: {}, deviceIds }, request)
  },
})
