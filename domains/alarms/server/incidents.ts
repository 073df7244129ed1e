import { type Platform, type Query, tableOf } from '@lamplight/server-kit'
import { CAUSE } from '../model/causes.ts'
import { type Atom, type Explanation, explain } from '../model/cover.ts'
import { INCIDENT, incident, KINDS } from '../model/index.ts'
import { isLost, isLostGateway, type PossibleCause, type Situation, situationOf } from './causes.ts'
import { table as alarms } from './statistics-query.ts'

const table = tableOf(incident)
/** Key of the advisory lock: one process at a time explains the lost devices of a tenant. */
const LOCK = 7_263_651
/** Kinds of alarms that an incident explains. */
export const LOST_KINDS = `${KINDS.communicationFailure.number}, ${KINDS.supplyLoss.number}`
/** If the same node fails again within this time after its incident closed, the closed row is opened again. */
const RELAPSE = "interval '30 minutes'"
/** In the first minute of an incident its cause may change in every round, because more devices are still being lost. Later another cause must lead for a minute. */
const SETTLES_MS = 60_000
/** Severity by the number of lost devices. */
const SEVERITIES = [
  [50, 1],
  [10, 2],
  [0, 3],
] as const

export interface IncidentTimes {
  /** A cause that has explained lost devices for this long becomes an incident, ms. */
  readonly opensMs: number
  /** An incident whose devices have been back for this long is closed, ms. */
  readonly closesMs: number
}

interface Row {
  readonly id: string
  readonly key: string
  readonly state: number
  /** When the platform noticed it; `began_at` is when it happened. */
  readonly foundAt: Date
  readonly rivalKey: string | null
  readonly rivalSince: Date | null
  readonly restoringSince: Date | null
  readonly rejected: string | null
  readonly mostLost: number
}
const OPEN_ROWS = `select id::text, node_key as key, state, create_time as "foundAt", rival_key as "rivalKey", rival_since as "rivalSince", restoring_since as "restoringSince",
  rejected, coalesce(most_lost, 0) as "mostLost" from ${table} where tenant_id = $1 and state in (${INCIDENT.watched}, ${INCIDENT.open}) and not is_deleted order by create_time, id`

interface Round {
  readonly query: Query
  readonly tenantId: string
  readonly now: Date
  readonly times: IncidentTimes
  readonly nodes: ReadonlyMap<string, PossibleCause>
  readonly failedAt: Situation['failedAt']
  readonly newId: () => string
}
interface Found {
  readonly explanation: Explanation
  readonly node: PossibleCause
}

const severityOf = (lost: number): number => SEVERITIES.find(([least]) => lost >= least)?.[1] ?? 3
const percent = (share: number): number => Math.round(100 * share)

/** SQL that sets the columns which come from an explanation: `$4` and the parameters after it, in the order of `explained`. */
const EXPLAINED = `node_key = $4, cause = $5, name = $6, lost = $7, total = $8, confidence = $9, evidence = $10, rival_cause = $11, rival_name = $12, rival_confidence = $13,
  gateway_id = $14, switchbox_id = $15, loop_id = $16, project_id = $17, area_id = $18, severity = $19`
const explained = ({ nodes }: Round, { explanation, node }: Found): unknown[] => {
  const { rival, lost } = explanation
  return [
    node.key,
    CAUSE[node.cause],
    node.name,
    lost,
    explanation.all,
    percent(explanation.confidence),
    node.evidence.join(','),
    ...(rival ? [CAUSE[rival.cause], nodes.get(rival.key)?.name ?? '', percent(rival.confidence)] : [null, null, null]),
    node.gatewayId,
    node.switchboxId,
    node.loopId,
    node.projectId,
    node.areaId,
    severityOf(lost),
  ]
}

/** Opens the last incident of the node again if it closed within `RELAPSE`; else inserts a new row. */
const openRow = async (round: Round, found: Found): Promise<void> => {
  const { query, tenantId, now } = round
  const values = explained(round, found)
  const [again] = await query(
    `update ${table} set state = ${INCIDENT.open}, ended_at = null, restoring_since = null, update_time = $3, most_lost = greatest(most_lost, $7), ${EXPLAINED}
     where id = (select id from ${table} where tenant_id = $1 and node_key = $2 and state = ${INCIDENT.closed} and ended_at > $3::timestamptz - ${RELAPSE} and not is_deleted
       order by ended_at desc limit 1) returning id`,
    [tenantId, found.node.key, now, ...values],
  )
  if (again) return
  const failedAt = round.failedAt(found.node)
  await query(
    `insert into ${table} (id, tenant_id, create_time, began_at, state, node_key, cause, name, lost, total, confidence, evidence, rival_cause, rival_name, rival_confidence, gateway_id, switchbox_id,
       loop_id, project_id, area_id, severity, most_lost)
     values ($2, $1, $3, least($3::timestamptz, $20::timestamptz), ${INCIDENT.watched}, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $7) on conflict do nothing`,
    [tenantId, round.newId(), now, ...values, failedAt],
  )
}

/** Updates the row of an incident with the explanation of this round. The node may differ from the stored one. */
const keep = async (round: Round, row: Row, found: Found): Promise<void> => {
  const { query, tenantId, now, times } = round
  const opens = row.state === INCIDENT.watched && now.getTime() - row.foundAt.getTime() >= times.opensMs
  await query(
    `update ${table} set state = $20, restoring_since = null, rival_key = null, rival_since = null, most_lost = greatest(most_lost, $7), update_time = $3, ${EXPLAINED}
     where tenant_id = $1 and id = $2`,
    [tenantId, row.id, now, ...explained(round, found), opens ? INCIDENT.open : row.state],
  )
}

/** Handles an incident that explains no lost device in this round: a watched one is deleted, an open one is closed when its devices have been back for `closesMs`. */
const fade = async ({ query, tenantId, now, times }: Round, row: Row): Promise<void> => {
  if (row.state === INCIDENT.watched) {
    await query(`update ${table} set is_deleted = true where tenant_id = $1 and id = $2`, [tenantId, row.id])
    return
  }
  const since = row.restoringSince ?? now
  const isOver = now.getTime() - since.getTime() >= times.closesMs
  await query(
    `update ${table} set restoring_since = $3::timestamptz, lost = 0, update_time = $4, state = $5::smallint, ended_at = case when $5::smallint = ${INCIDENT.closed} then $3::timestamptz end where tenant_id = $1 and id = $2`,
    [tenantId, row.id, since, now, isOver ? INCIDENT.closed : row.state],
  )
}

const merge = ({ query, tenantId, now }: Round, row: Row, into: string): Promise<unknown> =>
  query(
    `update ${table} set state = ${INCIDENT.merged}, merged_id = $3, ended_at = $4, update_time = $4 where tenant_id = $1 and id = $2`,
    [tenantId, row.id, into, now],
  )

/**
 * Gives the alarms of lost devices the incident of their device: those that had none before their cause was found, and those whose incident ended or was
 * merged. `members`: the devices of open incidents (`membersIn`).
 */
const assign = (members: string): string => `
update ${alarms} a set incident_id = x.now from (
  select a.id, coalesce(i.merged_id, m.incident_id) as now from ${alarms} a
  left join ${table} i on i.id = a.incident_id and i.tenant_id = a.tenant_id
  left join ${members} m on m.tenant_id = a.tenant_id and m.device_id = a.device_id
  where a.present and not a.is_deleted and a.sub_alarm_type in (${LOST_KINDS})
    and (a.incident_id is null and m.incident_id is not null or i.state not in (${INCIDENT.watched}, ${INCIDENT.open}) or i.is_deleted)
) x where a.id = x.id and a.incident_id is distinct from x.now returning a.tenant_id`

/** Returns the tenants of which alarms got another incident. */
export const assignIncidents = async (query: Query, members: string): Promise<readonly string[]> =>
  (await query<{ tenant_id: string }>(`with changed as (${assign(members)}) select distinct tenant_id from changed`)).map(
    ({ tenant_id }) => tenant_id,
  )

/** Hash of the fields of incidents that consoles show. It tells whether a round changed anything. */
const lookOf = async (query: Query, tenantId: string): Promise<string> => {
  const [row] = await query<{ look: string }>(
    `select md5(coalesce(string_agg(concat_ws(' ', id, state, lost, node_key), ',' order by id), '')) as look from ${table}
     where tenant_id = $1 and (state in (${INCIDENT.watched}, ${INCIDENT.open}) or ended_at > now() - interval '1 hour') and not is_deleted`,
    [tenantId],
  )
  return row?.look ?? ''
}

/** By node: the nodes on which some of its devices depend too, and itself. */
const neighbours = (atoms: readonly Atom[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const { nodes } of atoms)
    for (const key of nodes) {
      const beside = found.get(key) ?? new Set()
      found.set(key, beside)
      for (const other of nodes) beside.add(other)
    }
  return found
}

/** The incident whose cause is not found any more follows the cause that now explains its devices: at once while it is young, later when the other has led for a while. */
const follow = async (round: Round, row: Row, next: Found, isRejected: boolean): Promise<void> => {
  const { query, tenantId, now } = round
  const isYoung = now.getTime() - row.foundAt.getTime() < SETTLES_MS
  const leads = row.rivalKey === next.node.key && row.rivalSince !== null && now.getTime() - row.rivalSince.getTime() >= SETTLES_MS
  if (isYoung || leads || isRejected) return keep(round, row, next)
  await query(
    `update ${table} set rival_since = case when rival_key = $3 then coalesce(rival_since, $4) else $4 end, rival_key = $3 where tenant_id = $1 and id = $2`,
    [tenantId, row.id, next.node.key, now],
  )
}

/**
 * Explains the lost devices of a tenant by causes, and brings its incidents up to date. It depends only on what is stored: a process that starts again goes on with
 * the same incidents. Returns true if it changed anything that people see.
 */
export const followIncidents = (
  platform: Pick<Platform, 'system' | 'clock' | 'newId'>,
  tenantId: string,
  times: IncidentTimes,
): Promise<boolean> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, tenantId])
    const { atoms, nodes: all, failedAt } = await situationOf(query, tenantId)
    const rows = await query<Row>(OPEN_ROWS, [tenantId])
    const before = await lookOf(query, tenantId)
    const rejected = new Set(rows.flatMap((row) => row.rejected?.split(',') ?? []))
    const nodes = new Map(all.map((node) => [node.key, node]))
    const round: Round = { query, tenantId, now: new Date(platform.clock.now()), times, nodes, failedAt, newId: platform.newId }
    const possible = all.filter(({ key }) => !rejected.has(key))
    const found = new Map(
      explain(atoms, possible).map((explanation): [string, Found] => [
        explanation.key,
        { explanation, node: nodes.get(explanation.key) as PossibleCause },
      ]),
    )
    const beside = neighbours(atoms)
    /** Ids of the incidents by the node that they have now. */
    const holders = new Map<string, string>()
    for (const row of rows) {
      const own = found.get(row.key)
      if (!own) continue
      await keep(round, row, own)
      holders.set(row.key, row.id)
    }
    for (const row of rows) {
      if (found.has(row.key)) continue
      const next = [...found.values()].find(({ node }) => beside.get(row.key)?.has(node.key))
      const holder = next && holders.get(next.node.key)
      if (!next) await fade(round, row)
      else if (holder) await (row.state === INCIDENT.watched ? fade(round, row) : merge(round, row, holder))
      else {
        await follow(round, row, next, rejected.has(row.key))
        holders.set(next.node.key, row.id)
      }
    }
    for (const [key, one] of found) if (!holders.has(key)) await openRow(round, one)
    return (await lookOf(query, tenantId)) !== before
  })

/** Tenants with lost devices or open incidents, and how many devices are lost. */
export const tenantsToFollow = async ({ system }: Pick<Platform, 'system'>): Promise<ReadonlyMap<string, number>> => {
  const rows = await system.query<{ id: string; lost: number }>(
    `select tenant_id as id, sum(n)::int as lost from (
       select tenant_id, count(*) as n from devices_states s where ${isLost('s')} and received_at is not null group by 1
       union all select tenant_id, count(*) from devices_gateways g where not is_deleted and ${isLostGateway('g')} group by 1
       union all select tenant_id, 0 from ${table} where state in (${INCIDENT.watched}, ${INCIDENT.open}) and not is_deleted
     ) t group by 1`,
  )
  return new Map(rows.map(({ id, lost }) => [id, lost]))
}
