import type { Query } from '@lamplight/server-kit'
import { CAUSE, type CauseName, type EvidenceCode } from '../model/causes.ts'
import type { Atom, CauseNode } from '../model/cover.ts'
import { KINDS } from '../model/kinds.ts'
import { table } from './among.ts'

/** A cause that is possible in a tenant, with its place and what it is called. */
export interface PossibleCause extends CauseNode {
  readonly id: string
  readonly name: string
  readonly gatewayId: string | null
  readonly switchboxId: string | null
  readonly loopId: string | null
  readonly projectId: string | null
  readonly areaId: string | null
}
export interface Situation {
  readonly atoms: readonly Atom[]
  readonly nodes: readonly PossibleCause[]
}

/** Gateways that are lost at once before the network is a possible cause, and their least share of all. */
const GATEWAYS_AT_ONCE = 3
const GATEWAYS_SHARE = 0.3
/** Boxes without supply before the area is a possible cause. */
const BOXES_AT_ONCE = 2
/** Number of lamps whose event `supplyLoss` is evidence. */
const GASPS = 3
/** Below this power of its lamps, W, the meter of a box is no evidence. */
const LEAST_POWER = 100
const FALLEN = 0.2
const UNCHANGED = 0.9

/** Devices of a tenant by gateway and loop, with the lost ones. A device that has never reported is not missed. `$1`: tenant. */
const ATOMS = `
with fed as materialized (select device_id, min(loop_id) as loop_id from cabinets_supplied where tenant_id = $1 group by device_id),
t as materialized (select device_id, online, power from devices_states where tenant_id = $1 and received_at is not null)
select r.gateway_id::text as gateway, f.loop_id::text as loop, count(*)::int as all, (count(*) filter (where not t.online))::int as lost,
  coalesce(sum(t.power), 0)::float8 as power
from devices_registered r join t on t.device_id = r.device_id left join fed f on f.device_id = r.device_id
where r.tenant_id = $1 and r.activated and r.gateway_id is not null group by 1, 2`
const GATEWAYS = `select id::text, coalesce(nullif(name, ''), sn) as name, online, project_id::text as project, area_id::text as area
  from devices_gateways where tenant_id = $1 and not is_deleted and status = 1 and last_seen is not null`
const LOOPS = `select id::text, name, no, phase, switchbox_id::text as box, project_id::text as project, area_id::text as area, contact from cabinets_loops where tenant_id = $1`
const BOXES = `select id::text, name, gateway_id::text as gateway, project_id::text as project, area_id::text as area, power, power_at as at from cabinets_box_supplies where tenant_id = $1`
const AREAS = 'select id::text, area_name as name from places_areas where tenant_id = $1 and id = any($2::bigint[])'
const GASPED = `select s.loop_id::text as loop, count(distinct a.device_id)::int as n from ${table} a join cabinets_supplied s on s.device_id = a.device_id and s.tenant_id = a.tenant_id
  where a.tenant_id = $1 and a.present and a.sub_alarm_type = ${KINDS.supplyLoss.number} and not a.is_deleted group by 1`

interface AtomRow extends Record<string, unknown> {
  readonly gateway: string
  readonly loop: string | null
  readonly all: number
  readonly lost: number
  readonly power: number
}
interface GatewayRow extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly online: boolean
  readonly project: string | null
  readonly area: string | null
}
interface LoopRow extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly no: number | null
  readonly phase: number | null
  readonly box: string | null
  readonly project: string | null
  readonly area: string | null
  readonly contact: number | null
}
interface BoxRow extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly gateway: string | null
  readonly project: string | null
  readonly area: string | null
  readonly power: number | null
  readonly at: Date | null
}

const keyOf = (cause: CauseName, id: string): string => `${CAUSE[cause]}:${id}`
const phaseId = (box: string, phase: number): string => `${box}/${phase}`
const PHASES = { 1: 'A', 2: 'B', 3: 'C', 4: 'ABC' } as const
const nowhere = { gatewayId: null, switchboxId: null, loopId: null, projectId: null, areaId: null } as const

/** What the contacts of some loops say about the supply behind them. */
const contactsOf = (loops: readonly LoopRow[]): readonly EvidenceCode[] => {
  const known = loops.filter(({ contact }) => contact !== null)
  if (known.length === 0) return []
  if (known.every(({ contact }) => contact === 0)) return [known.length > 1 ? 'contacts' : 'contact']
  return known.every(({ contact }) => contact === 1) ? ['closed'] : []
}

/** What the meter of a box says: its power against that which the lamps of the box reported last. */
const meterOf = ({ power, gateway }: BoxRow, wanted: number, online: ReadonlySet<string>): readonly EvidenceCode[] => {
  if (power === null || wanted < LEAST_POWER) return []
  if (power < wanted * FALLEN) return ['meter']
  return power > wanted * UNCHANGED && gateway !== null && online.has(gateway) ? ['power'] : []
}

/** Reads what a tenant's devices, gateways and cabinets say: the devices by what they depend on, and what can have failed. */
export const situationOf = async (query: Query, tenantId: string): Promise<Situation> => {
  const [rows, gateways, loops, boxes, gasps] = await Promise.all([
    query<AtomRow>(ATOMS, [tenantId]),
    query<GatewayRow>(GATEWAYS, [tenantId]),
    query<LoopRow>(LOOPS, [tenantId]),
    query<BoxRow>(BOXES, [tenantId]),
    query<{ loop: string; n: number }>(GASPED, [tenantId]),
  ])
  const online = new Set(gateways.filter((one) => one.online).map(({ id }) => id))
  const gasped = new Map(gasps.map(({ loop, n }) => [loop, n]))
  const loopsOf = Map.groupBy(loops, ({ box }) => box)
  const loopById = new Map(loops.map((loop) => [loop.id, loop]))
  const boxById = new Map(boxes.map((box) => [box.id, box]))
  const powerOf = new Map<string, number>()
  for (const { loop, power } of rows) {
    const box = loopById.get(loop ?? '')?.box
    if (box) powerOf.set(box, (powerOf.get(box) ?? 0) + power)
  }
  const gaspOf = (own: readonly LoopRow[]): readonly EvidenceCode[] =>
    own.reduce((sum, { id }) => sum + (gasped.get(id) ?? 0), 0) >= GASPS ? ['gasp'] : []

  const nodes: PossibleCause[] = []
  const lostGateways = gateways.filter((one) => !one.online).length
  const isNetwork = lostGateways >= GATEWAYS_AT_ONCE && lostGateways >= gateways.length * GATEWAYS_SHARE
  const network = keyOf('network', '0')
  if (isNetwork)
    nodes.push({
      ...nowhere,
      key: network,
      cause: 'network',
      id: '0',
      name: `${lostGateways} / ${gateways.length}`,
      evidence: ['sessions'],
      within: [],
    })
  const dark = new Map<string, number>()
  const boxEvidence = new Map<string, readonly EvidenceCode[]>()
  for (const box of boxes) {
    const own = loopsOf.get(box.id) ?? []
    const evidence = [...contactsOf(own), ...meterOf(box, powerOf.get(box.id) ?? 0, online), ...gaspOf(own)]
    boxEvidence.set(box.id, evidence)
    if (box.area && evidence.some((code) => code === 'contacts' || code === 'meter')) dark.set(box.area, (dark.get(box.area) ?? 0) + 1)
  }
  const areas = [...dark].filter(([, n]) => n >= BOXES_AT_ONCE).map(([area]) => area)
  const names = areas.length > 0 ? await query<{ id: string; name: string }>(AREAS, [tenantId, areas]) : []
  for (const { id, name } of names)
    nodes.push({ ...nowhere, key: keyOf('utility', id), cause: 'utility', id, name, evidence: ['boxes'], within: [], areaId: id })
  const above = (area: string | null): string[] => (area && areas.includes(area) ? [keyOf('utility', area)] : [])
  for (const { id, name, project, area, online: isOnline } of gateways)
    nodes.push({
      ...{ key: keyOf('gateway', id), cause: 'gateway', id, name, evidence: [isOnline ? 'alive' : 'session'] },
      ...{ within: [...(isNetwork ? [network] : []), ...above(area)] },
      ...{ ...nowhere, gatewayId: id, projectId: project, areaId: area },
    })
  for (const box of boxes) {
    const place = { ...nowhere, gatewayId: box.gateway, switchboxId: box.id, projectId: box.project, areaId: box.area }
    const key = keyOf('box', box.id)
    nodes.push({
      ...place,
      key,
      cause: 'box',
      id: box.id,
      name: box.name,
      evidence: boxEvidence.get(box.id) ?? [],
      within: above(box.area),
    })
    for (const [phase, own] of Map.groupBy(loopsOf.get(box.id) ?? [], (loop) => loop.phase)) {
      if (phase === null || own.length < 2) continue
      const id = phaseId(box.id, phase)
      const name = `${box.name} ${PHASES[phase as keyof typeof PHASES] ?? phase}`
      nodes.push({
        ...{ ...place, key: keyOf('phase', id), cause: 'phase', id, name },
        ...{ evidence: [...contactsOf(own), ...gaspOf(own)], within: [...above(box.area), key] },
      })
    }
  }
  for (const loop of loops) {
    const box = loop.box ? boxById.get(loop.box) : undefined
    nodes.push({
      ...{ ...nowhere, gatewayId: box?.gateway ?? null, switchboxId: loop.box, loopId: loop.id },
      ...{ projectId: loop.project ?? box?.project ?? null, areaId: loop.area ?? box?.area ?? null },
      ...{ key: keyOf('loop', loop.id), cause: 'loop', id: loop.id, name: box ? `${box.name} ${loop.name}` : loop.name },
      evidence: [...contactsOf([loop]), ...gaspOf([loop])],
      within: box
        ? [...above(box.area), keyOf('box', box.id), ...(loop.phase === null ? [] : [keyOf('phase', phaseId(box.id, loop.phase))])]
        : [],
    })
  }
  const atoms = rows.map(({ gateway, loop, all, lost }): Atom => {
    const { box, phase } = loopById.get(loop ?? '') ?? { box: null, phase: null }
    return {
      ...{ all, lost },
      nodes: [
        ...(isNetwork ? [network] : []),
        keyOf('gateway', gateway),
        ...(box ? [...above(boxById.get(box)?.area ?? null), keyOf('box', box)] : []),
        ...(box && phase !== null ? [keyOf('phase', phaseId(box, phase))] : []),
        ...(loop ? [keyOf('loop', loop)] : []),
      ],
    }
  })
  return { atoms, nodes }
}

/**
 * SQL condition: the device `a` (columns device_id, gateway_id, tenant_id) depends on the node with the id `at`. For `network`: its gateway is offline now.
 */
export const membersOf = (cause: CauseName, at: string): string => {
  const fed = (column: string): string =>
    `a.device_id in (select s.device_id from cabinets_supplied s where s.tenant_id = a.tenant_id and ${column})`
  const lost = 'select g.id from devices_gateways g where g.tenant_id = a.tenant_id and not g.online and not g.is_deleted'
  const by: Readonly<Record<CauseName, string>> = {
    network: `(a.gateway_id in (${lost}) and ${at}::text is not null)`,
    utility: fed(
      `s.switchbox_id in (select b.id from cabinets_box_supplies b where b.tenant_id = s.tenant_id and b.area_id = ${at}::bigint)`,
    ),
    gateway: `a.gateway_id = ${at}::bigint`,
    box: fed(`s.switchbox_id = ${at}::bigint`),
    phase: fed(`s.switchbox_id = split_part(${at}, '/', 1)::bigint and s.phase = split_part(${at}, '/', 2)::smallint`),
    loop: fed(`s.loop_id = ${at}::bigint`),
  }
  return by[cause]
}
