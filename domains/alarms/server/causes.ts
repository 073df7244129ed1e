import { type Query, storedPair } from '@lamplight/server-kit'
import { CAUSE, type EvidenceCode, type NodeKind } from '../model/causes.ts'
import type { Atom, CauseNode } from '../model/cover.ts'
import { CARRIERS } from './carriers.ts'
import { LOOP_SWITCHES, loopsOffByOrder } from './follow/off-by-order.ts'

/** A cause that is possible in a tenant, with its place and what it is called. */
export interface PossibleCause extends CauseNode {
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
  /**
   * Returns when a node failed: the time at which its gateway was lost, else the time by which half of its lost devices had sent their last
   * report. Null: not known.
   */
  readonly failedAt: (node: PossibleCause) => Date | null
}

/** Gateways, or boxes, that are lost at once before the network, or the supply of the city, is a possible cause; and their least share of all. */
const AT_ONCE = 3
const SHARE = 0.3
/** The same for the gateways of one carrier. */
const CARRIER_SHARE = 0.5
/** Boxes without supply before the area is a possible cause. */
const BOXES_AT_ONCE = 2
/** Number of lamps whose event `supplyLoss` is evidence. */
const GASPS = 3
/** Below this power of its lamps, W, the meter of a box is no evidence. */
const LEAST_POWER = 100
const FALLEN = 0.2
const UNCHANGED = 0.9
/** A gale (Beaufort 8), m/s, and heavy rain, mm in an hour. */
const GALE = 17.2
const RAIN = 16
/** SQL condition: the device of the state `t` does not report any more, or has said that it loses its supply. */
export const isLost = (t: string): string => `(not ${t}.online or 'supplyLoss' = any(${t}.faults))`

/**
 * Devices of a tenant by gateway and loop, with the lost ones. A device with several loops counts for the first. A device that has never reported is not missed, nor is one whose loop is switched off by order.
 * `$1`: tenant, `$2`: loops that are off by order.
 */
const ATOMS = `
with fed as materialized (select device_id, min(loop_id) as loop_id from cabinets_supplied where tenant_id = $1 group by device_id),
t as materialized (select device_id, ${isLost('s')} as lost, 'supplyLoss' = any(s.faults) as gasped, power,
  least(s.reported_at, s.received_at) as heard_at from devices_states s where tenant_id = $1 and received_at is not null)
select r.gateway_id::text as gateway, f.loop_id::text as loop, count(*)::int as all, (count(*) filter (where t.lost))::int as lost, (count(*) filter (where t.gasped))::int as gasped,
  coalesce(sum(t.power), 0)::float8 as power,
  percentile_disc(0.5) within group (order by t.heard_at) filter (where t.lost) as since
from devices_registered r join t on t.device_id = r.device_id left join fed f on f.device_id = r.device_id
where r.tenant_id = $1 and r.activated and (f.loop_id = any($2::bigint[])) is not true group by 1, 2`
/** SQL condition: the loss of the gateway `g` is stored. Right after a start of the platform no gateway is online, and none is lost. */
export const isLostGateway = (g: string): string =>
  `exists (select from devices_faults lost where lost.device_id = ${g}.id and lost.type = 'communicationFailure' and lost.ended_at is null)`
/** SQL: when the gateway `g` was lost; null if it is not. */
const lostSince = (g: string): string =>
  `(select min(lost.began_at) from devices_faults lost where lost.device_id = ${g}.id and lost.type = 'communicationFailure' and lost.ended_at is null)`
const GATEWAYS = `select g.id::text, coalesce(nullif(g.name, ''), g.sn) as name, not ${isLostGateway('g')} as online, ${lostSince('g')} as since, g.project_id::text as project, g.area_id::text as area, s.operator, coalesce(s.blocked, false) as blocked
  from devices_gateways g left join devices_gateway_sims s on s.gateway_id = g.id
  where g.tenant_id = $1 and not g.is_deleted and g.status = 1 and g.last_seen is not null`
const LOOPS = `select id::text, name, no, phase, switchbox_id::text as box, project_id::text as project, area_id::text as area, contact from cabinets_loops where tenant_id = $1`
const BOXES = `select id::text, name, gateway_id::text as gateway, project_id::text as project, area_id::text as area, power, power_at as at from cabinets_box_supplies where tenant_id = $1`
const AREAS = 'select id::text, area_name as name from places_areas where tenant_id = $1 and id = any($2::bigint[])'
const TRIPPED = `select distinct s.loop_id::text as loop from devices_faults f join ${LOOP_SWITCHES} s on s.device_id = f.device_id and s.tenant_id = f.tenant_id
  where f.tenant_id = $1 and f.ended_at is null and f.type = 'circuitBreakerTripped'`
const STORMS = `select distinct area_id::text as area from environment_weather where tenant_id = $1 and area_id is not null and (wind >= ${GALE} or rain >= ${RAIN})`
interface AtomRow {
  /** Null: a device that a platform of an operator, or a LoRaWAN server, connects. */
  readonly gateway: string | null
  readonly loop: string | null
  readonly all: number
  readonly lost: number
  /** Devices that have said that they lose their supply. */
  readonly gasped: number
  readonly power: number
  /** Time by which half of the lost devices had sent their last report. */
  readonly since: Date | null
}
interface GatewayRow {
  readonly id: string
  readonly name: string
  readonly online: boolean
  readonly since: Date | null
  readonly operator: number | null
  readonly blocked: boolean
  readonly project: string | null
  readonly area: string | null
}
interface LoopRow {
  readonly id: string
  readonly name: string
  readonly no: number | null
  readonly phase: number | null
  readonly box: string | null
  readonly project: string | null
  readonly area: string | null
  readonly contact: number | null
}
interface BoxRow {
  readonly id: string
  readonly name: string
  readonly gateway: string | null
  readonly project: string | null
  readonly area: string | null
  readonly power: number | null
  readonly at: Date | null
}

const keyOf = (kind: NodeKind, id: string): string => `${CAUSE[kind]}:${id}`
const phaseId = (box: string, phase: number): string => `${box}/${phase}`
const PHASES = { 1: 'A', 2: 'B', 3: 'C', 4: 'ABC' } as const
const nowhere = { gatewayId: null, switchboxId: null, loopId: null, projectId: null, areaId: null } as const
/** Id of the node above all boxes, or above all gateways. */
export const ROOT = '0'
const carrierId = (operator: number): string => `op${operator}`

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

/** Nodes above gateways: the network, and the carriers of which many gateways are lost while others are not. */
const networksOf = (
  gateways: readonly GatewayRow[],
): { readonly nodes: readonly PossibleCause[]; readonly above: (gateway: GatewayRow) => readonly string[] } => {
  const nodes = new Map<string, PossibleCause>()
  const add = (id: string, own: readonly GatewayRow[], share: number, name: string): void => {
    const lost = own.filter(({ online }) => !online).length
    if (lost < AT_ONCE || lost < own.length * share) return
    const key = keyOf('network', id)
    nodes.set(key, {
      ...nowhere,
      key,
      kind: 'network',
      cause: 'network',
      name: `${name}${lost} / ${own.length}`,
      evidence: ['sessions'],
      within: [],
    })
  }
  add(ROOT, gateways, SHARE, '')
  const carriers = Map.groupBy(gateways, ({ operator }) => operator)
  if (carriers.size > 1)
    for (const [operator, own] of carriers)
      if (operator && CARRIERS[operator]) add(carrierId(operator), own, CARRIER_SHARE, `${storedPair(CARRIERS[operator])} `)
  return {
    nodes: [...nodes.values()],
    above: ({ operator }) => [keyOf('network', ROOT), keyOf('network', carrierId(operator ?? 0))].filter((key) => nodes.has(key)),
  }
}

/**
 * Returns the time by which half of the lost devices of these atoms had sent their last report. It is the median, so that a lamp that has
 * been dead for weeks does not make an outage older.
 */
const middleOf = (atoms: readonly Atom[]): Date | null => {
  const losses = atoms
    .flatMap(({ lost, since }) => (since && lost > 0 ? [{ lost, since }] : []))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
  let before = losses.reduce((sum, { lost }) => sum + lost, 0) / 2
  for (const { lost, since } of losses) {
    before -= lost
    if (before <= 0) return since
  }
  return null
}

/** Reads what a tenant's devices, gateways and cabinets say: the devices by what they depend on, and what can have failed. */
export const situationOf = async (query: Query, tenantId: string): Promise<Situation> => {
  const all = await query<LoopRow>(LOOPS, [tenantId])
  const ordered = await loopsOffByOrder(
    query,
    all.flatMap(({ id, contact }) => (contact === 0 ? [id] : [])),
  )
  const loops = all.filter(({ id }) => !ordered.has(id))
  const [rows, gateways, boxes, trips, storms] = await Promise.all([
    query<AtomRow>(ATOMS, [tenantId, [...ordered]]),
    query<GatewayRow>(GATEWAYS, [tenantId]),
    query<BoxRow>(BOXES, [tenantId]),
    query<{ loop: string }>(TRIPPED, [tenantId]),
    query<{ area: string }>(STORMS, [tenantId]),
  ])
  const online = new Set(gateways.filter((one) => one.online).map(({ id }) => id))
  const tripped = new Set(trips.map(({ loop }) => loop))
  const stormy = new Set(storms.map(({ area }) => area))
  const loopsOf = Map.groupBy(loops, ({ box }) => box)
  const loopById = new Map(loops.map((loop) => [loop.id, loop]))
  const boxById = new Map(boxes.map((box) => [box.id, box]))
  const gatewayById = new Map(gateways.map((gateway) => [gateway.id, gateway]))
  const powerOf = new Map<string, number>()
  const gaspedOf = new Map<string | null, number>()
  for (const { loop, power, gasped } of rows) {
    gaspedOf.set(loop, (gaspedOf.get(loop) ?? 0) + gasped)
    const box = loopById.get(loop ?? '')?.box
    if (box) powerOf.set(box, (powerOf.get(box) ?? 0) + power)
  }
  const gaspOf = (own: readonly LoopRow[]): readonly EvidenceCode[] =>
    own.reduce((sum, { id }) => sum + (gaspedOf.get(id) ?? 0), 0) >= GASPS ? ['gasp'] : []
  const stormIn = (area: string | null): readonly EvidenceCode[] => (area && stormy.has(area) ? ['storm'] : [])

  const networks = networksOf(gateways)
  const nodes: PossibleCause[] = [...networks.nodes]
  const dark = new Map<string, number>()
  let darkBoxes = 0
  const boxEvidence = new Map<string, readonly EvidenceCode[]>()
  for (const box of boxes) {
    const own = loopsOf.get(box.id) ?? []
    const evidence = [...contactsOf(own), ...meterOf(box, powerOf.get(box.id) ?? 0, online), ...gaspOf(own)]
    boxEvidence.set(box.id, [...evidence, ...stormIn(box.area)])
    if (!evidence.some((code) => code === 'contacts' || code === 'meter' || code === 'gasp')) continue
    darkBoxes += 1
    if (box.area) dark.set(box.area, (dark.get(box.area) ?? 0) + 1)
  }
  const city = keyOf('utility', ROOT)
  const isCity = darkBoxes >= AT_ONCE && darkBoxes >= boxes.length * SHARE
  const addUtility = (id: string, name: string, areaId: string | null): void => {
    const storm = areaId === null ? [...stormy].slice(0, 1).flatMap(stormIn) : stormIn(areaId)
    const within = areaId !== null && isCity ? [city] : []
    nodes.push({
      ...nowhere,
      key: keyOf('utility', id),
      kind: 'utility',
      cause: storm.length > 0 ? 'weather' : 'utility',
      name,
      evidence: ['boxes', ...storm],
      within,
      areaId,
    })
  }
  if (isCity) addUtility(ROOT, `${darkBoxes} / ${boxes.length}`, null)
  const areas = [...dark].filter(([, n]) => n >= BOXES_AT_ONCE).map(([area]) => area)
  const names = areas.length > 0 ? await query<{ id: string; name: string }>(AREAS, [tenantId, areas]) : []
  for (const { id, name } of names) addUtility(id, name, id)
  const above = (area: string | null): string[] => [
    ...(isCity ? [city] : []),
    ...(area && areas.includes(area) ? [keyOf('utility', area)] : []),
  ]
  for (const gateway of gateways) {
    const { id, name, project, area, online: isOnline, blocked } = gateway
    const isBlocked = blocked && !isOnline
    nodes.push({
      ...nowhere,
      key: keyOf('gateway', id),
      kind: 'gateway',
      cause: isBlocked ? 'sim' : 'gateway',
      name,
      evidence: [isOnline ? 'alive' : 'session', ...(isBlocked ? (['blocked'] as const) : [])],
      within: [...networks.above(gateway), ...above(area)],
      gatewayId: id,
      projectId: project,
      areaId: area,
    })
  }
  for (const box of boxes) {
    const place = { ...nowhere, gatewayId: box.gateway, switchboxId: box.id, projectId: box.project, areaId: box.area }
    const key = keyOf('box', box.id)
    nodes.push({
      ...place,
      key,
      kind: 'box',
      cause: 'box',
      name: box.name,
      evidence: boxEvidence.get(box.id) ?? [],
      within: above(box.area),
    })
    for (const [phase, own] of Map.groupBy(loopsOf.get(box.id) ?? [], (loop) => loop.phase)) {
      if (phase === null || own.length < 2) continue
      const name = `${box.name} ${PHASES[phase as keyof typeof PHASES] ?? phase}`
      nodes.push({
        ...place,
        key: keyOf('phase', phaseId(box.id, phase)),
        kind: 'phase',
        cause: 'phase',
        name,
        evidence: [...contactsOf(own), ...gaspOf(own)],
        within: [...above(box.area), key],
      })
    }
  }
  for (const loop of loops) {
    const box = loop.box ? boxById.get(loop.box) : undefined
    const area = loop.area ?? box?.area ?? null
    const hasTripped = loop.contact === 0 && tripped.has(loop.id)
    nodes.push({
      ...nowhere,
      gatewayId: box?.gateway ?? null,
      switchboxId: loop.box,
      loopId: loop.id,
      projectId: loop.project ?? box?.project ?? null,
      areaId: area,
      key: keyOf('loop', loop.id),
      kind: 'loop',
      cause: hasTripped ? 'breaker' : 'loop',
      name: box ? `${box.name} ${loop.name}` : loop.name,
      evidence: [...contactsOf([loop]), ...gaspOf([loop]), ...(hasTripped ? (['tripped'] as const) : []), ...stormIn(area)],
      within: box
        ? [...above(box.area), keyOf('box', box.id), ...(loop.phase === null ? [] : [keyOf('phase', phaseId(box.id, loop.phase))])]
        : [],
    })
  }
  const atoms = rows.flatMap(({ gateway, loop, all: devices, lost, since }): Atom[] => {
    if (gateway === null) return []
    const { box, phase } = loopById.get(loop ?? '') ?? { box: null, phase: null }
    const own = gatewayById.get(gateway)
    return [
      {
        all: devices,
        lost,
        since,
        nodes: [
          ...(own ? networks.above(own) : []),
          keyOf('gateway', gateway),
          ...(box ? [...above(boxById.get(box)?.area ?? null), keyOf('box', box)] : []),
          ...(box && phase !== null ? [keyOf('phase', phaseId(box, phase))] : []),
          ...(loop ? [keyOf('loop', loop)] : []),
        ],
      },
    ]
  })
  const failedAt = ({ key, kind, gatewayId }: PossibleCause): Date | null =>
    (kind === 'gateway' && gatewayId ? gatewayById.get(gatewayId)?.since : null) ??
    middleOf(atoms.filter((atom) => atom.nodes.includes(key)))
  return { atoms, nodes, failedAt }
}
