import { SUMMARY_COLUMNS, SummaryReturns, summaryOf } from '@lamplight/control/server'
import { exampleId } from '@lamplight/kit'
import { A, type Ctx, formatTime, grantedOnly, type Platform, route, T } from '@lamplight/server-kit'
import type { HomeInfo } from '../model/index.ts'
import { createAnswerCache } from './kept.ts'
import { troubleOf, troublesSql } from './troubles.ts'

type Rows = Record<string, unknown>[]

/**
 * Totals over a million lamps take seconds, so users who see a whole tenant share one cached answer. Users limited by grants
 * have fewer lamps: theirs are queried each time.
 */
const totals = new WeakMap<Platform, ReturnType<typeof createAnswerCache<Rows[]>>>()
const totalsOf = (ctx: Ctx, projectId: string, load: () => Promise<Rows[]>): Promise<Rows[]> => {
  const { tenantId, user, platform } = ctx
  if (user.cut.projects || user.cut.areas || user.scopes) return load()
  const kept = totals.get(platform) ?? createAnswerCache<Rows[]>()
  totals.set(platform, kept)
  return kept(`${tenantId} ${projectId}`, load)
}

const cutFor = (ctx: Ctx, params: unknown[]): string => grantedOnly(ctx.user, params, { project: 'l.project_id', area: 'l.area_id' })

const KINDS = (where: string): string => `select coalesce(l.kind, 1) as kind, coalesce(s.state, 5) as state, count(*)::int as lamps,
    coalesce(sum(l.power), 0) / 1000 as nominal, coalesce(sum(s.power) filter (where s.online), 0) / 1000 as active, count(*) filter (where s.online)::int as online
  from lighting_lamps l left join devices_states s on s.device_id = l.controller_id where not l.is_deleted${where} group by 1, 2`

/** Commands of the tenant; users limited by grants see only their own (as in the list of commands). */
const BATCHES = (which: string, cut: boolean): string =>
  `select ${SUMMARY_COLUMNS} from control_batches where tenant_id = $1 and not is_deleted${cut ? ' and create_user = $2' : ''} and ${which} order by id desc limit 5`

const sum = (rows: Rows, of: string, when: (row: Record<string, unknown>) => boolean = () => true): number =>
  rows.filter(when).reduce((total, row) => total + Number(row[of]), 0)

/**
 * Totals for solar, mains and smart lamps in kW, online rates, lamp counts, faults and running commands
 * (report.dashboard.info, rule.ui.welcome.totals).
 */
export const homeInfo = route({
  method: 'GET',
  path: '/api/blade-report/dashboard/info',
  summary: ['首页概览', 'Overview of the home page'],
  example: { query: { projectId: exampleId('places.project') } },
  permission: 'dashboard_view',
  query: T.Object({ projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) }),
  returns: A.of({
    lamps: A.int,
    states: A.of({ on: A.int, off: A.int, fault: A.int, offline: A.int, inactive: A.int }),
    kinds: A.list(A.of({ kind: A.int, lamps: A.int, nominalKw: A.number, activeKw: A.number, online: A.int, lit: A.int })),
    gateways: A.of({ total: A.int, online: A.int }),
    running: A.list(SummaryReturns),
    failed: A.list(SummaryReturns),
    faults: A.list(A.of({ id: A.id, deviceId: A.id, name: A.text, areaName: A.text, faults: A.list(A.text), since: A.time })),
    troubles: A.list(A.of({ cause: A.text, lamps: A.int, sinceLastNight: A.int, since: A.time })),
    offline: A.list(A.of({ id: A.id, sn: A.text, name: A.text, children: A.int, lastSeen: A.time })),
  }),
  handler: async ({ ctx, query }): Promise<HomeInfo> => {
    const params: unknown[] = []
    const project = query.projectId ? ` and l.project_id = $${params.push(query.projectId)}` : ''
    const where = `${cutFor(ctx, params)}${project}`
    const tenant: unknown[] = [ctx.tenantId]
    const gateway = `${query.projectId ? ` and project_id = $${tenant.push(query.projectId)}` : ''}${grantedOnly(ctx.user, tenant, { project: 'project_id', area: 'area_id' })}`
    const isCut = ctx.user.cut.projects || ctx.user.cut.areas
    const mine = isCut ? [ctx.tenantId, ctx.user.id] : [ctx.tenantId]
    const lampsOf = totalsOf(ctx, query.projectId ?? '', () => ctx.queries([[KINDS(where), params], troublesSql(where, params, ctx)]))
    const others = ctx.queries([
      [
        `select count(*)::int as total, count(*) filter (where online)::int as online from devices_gateways where tenant_id = $1 and status = 1 and not is_deleted${gateway}`,
        tenant,
      ],
      [BATCHES('state in (0, 1)', isCut), mine],
      [BATCHES("state in (3, 4, 5) and create_time > now() - interval '24 hours'", isCut), mine],
      [
        `select l.id, l.controller_id, l.name, coalesce(a.area_full_name, '') as area, s.faults, s.fault_since from devices_states s join lighting_lamps l on l.controller_id = s.device_id and not l.is_deleted
        left join places_areas a on a.id = l.area_id where s.tenant_id = $${params.length + 1} and s.state = 3${where} order by s.fault_since desc nulls last limit 8`,
        [...params, ctx.tenantId],
      ],
      [
        `select id, sn, name, children, last_seen from devices_gateways where tenant_id = $1 and status = 1 and not online and not is_deleted${gateway} order by children desc limit 5`,
        tenant,
      ],
    ])
    const [[kinds = [], troubles = []], [gateways = [], running = [], failed = [], faults = [], offline = []]] = await Promise.all([
      lampsOf,
      others,
    ])
    return {
      lamps: sum(kinds, 'lamps'),
      states: {
        on: sum(kinds, 'lamps', (row) => row.state === 1),
        off: sum(kinds, 'lamps', (row) => row.state === 2),
        fault: sum(kinds, 'lamps', (row) => row.state === 3),
        offline: sum(kinds, 'lamps', (row) => row.state === 4),
        inactive: sum(kinds, 'lamps', (row) => row.state === 5),
      },
      kinds: ([1, 2, 3] as const).map((kind) => {
        const rows = kinds.filter((row) => row.kind === kind)
        return {
          kind,
          lamps: sum(rows, 'lamps'),
          nominalKw: sum(rows, 'nominal'),
          activeKw: sum(rows, 'active'),
          online: sum(rows, 'online'),
          lit: sum(rows, 'lamps', (row) => row.state === 1),
        }
      }),
      gateways: { total: Number(gateways[0]?.total ?? 0), online: Number(gateways[0]?.online ?? 0) },
      running: running.map((row) => summaryOf(row, ctx)),
      failed: failed.map((row) => summaryOf(row, ctx)),
      faults: faults.map((row) => ({
        id: String(row.id),
        deviceId: String(row.controller_id),
        name: String(row.name),
        areaName: String(row.area),
        faults: row.faults as string[],
        since: row.fault_since ? formatTime(row.fault_since as Date, ctx.zone) : '',
      })),
      troubles: troubles.map((row) => troubleOf(row, ctx)),
      offline: offline.map((row) => ({
        id: String(row.id),
        sn: String(row.sn),
        name: String(row.name ?? ''),
        children: Number(row.children ?? 0),
        lastSeen: row.last_seen ? formatTime(row.last_seen as Date, ctx.zone) : '',
      })),
    }
  },
})
