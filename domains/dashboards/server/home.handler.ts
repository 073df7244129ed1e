import { SUMMARY_COLUMNS, SummaryReturns, summaryOf } from '@lamplight/control/server'
import { exampleId } from '@lamplight/kit'
import { A, formatTime, route, T } from '@lamplight/server-kit'
import type { HomeInfo } from '../model/index.ts'
import { solarTotals } from './solar-totals.ts'
import { FAULTY, gatewayCounts, lampsWhere, lampTotals, offlineGateways, stateCounts, sum } from './totals.ts'
import { troubleOf } from './troubles.ts'

/** Commands of the tenant; users limited by grants see only their own (as in the list of commands). */
const BATCHES = (which: string, cut: boolean): string =>
  `select ${SUMMARY_COLUMNS} from control_batches where tenant_id = $1 and not is_deleted${cut ? ' and create_user = $2' : ''} and ${which} order by create_time desc, id desc limit 5`

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
    const places = { projectId: query.projectId ?? '', areaId: '' }
    const params: unknown[] = []
    const where = lampsWhere(ctx, places, params)
    const isCut = ctx.user.cut.projects || ctx.user.cut.areas
    const mine = isCut ? [ctx.tenantId, ctx.user.id] : [ctx.tenantId]
    const others = ctx.queries([
      gatewayCounts(ctx, places),
      [BATCHES('state in (0, 1)', isCut), mine],
      [BATCHES("state in (3, 4, 5) and automatic is not true and create_time > now() - interval '24 hours'", isCut), mine],
      [FAULTY(where, params.length + 1, 8), [...params, ctx.tenantId]],
      offlineGateways(ctx, places, 5),
    ])
    const [{ kinds, troubles }, [gateways = [], running = [], failed = [], faults = [], offline = []]] = await Promise.all([
      lampTotals(ctx, places),
      others,
    ])
    const solar = await solarTotals(ctx, places, kinds)
    return {
      lamps: sum(kinds, 'lamps'),
      states: stateCounts(kinds),
      kinds: ([1, 2, 3] as const).map((kind) => {
        const rows = kinds.filter((row) => row.kind === kind)
        if (kind === 3)
          return { kind, lamps: solar.lamps, nominalKw: solar.nominal, activeKw: solar.active, online: solar.online, lit: solar.lit }
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
