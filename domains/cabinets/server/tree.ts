import { type Ctx, grantedOnly, mayList, registryPort, seenRows } from '@lamplight/server-kit'
import { SUPPLY_KINDS, type SupplyKind, type SupplyNode, type SupplyPlace } from '../model/supply.ts'
import { fedBy } from './fed.ts'
import { contactOf, outputOf, supplyOf, supplyOfLamp } from './supply-sql.ts'

const BELOW_AT_MOST = 500
/** SQL of the state of a lamp or its controller. */
const lampState = (controller: string): string =>
  `case when s.state = 4 and ${supplyOfLamp(controller)} = 0 then 'unfed' else (array['on', 'off', 'fault', 'offline', 'inactive'])[coalesce(s.state, 5)] end`
const stateOf = (contact: string): string => `coalesce(case ${contact} when 0 then 'open' when 1 then 'closed' end, 'unknown')`
const OUTPUTS_OF_BOX = `(select min(${outputOf('o')}) from cabinets_loop o where o.tenant_id = t.tenant_id and o.switchbox_id = t.id and not o.is_deleted)`
const device = 'left join devices_states s on s.device_id ='

interface Level {
  readonly from: string
  readonly name: string
  readonly state: string
  /** SQL of the nodes above: gateway, concentrator, box, loop, and the controller of a lamp. */
  readonly up: Readonly<Partial<Record<'gateway' | 'concentrator' | 'switchbox' | 'loop' | 'controller', string>>>
  /** Condition over the loops `o` whose lamps the node feeds. */
  readonly feeds?: string
  /** SQL of the output that switches it, and of its contact. */
  readonly output?: readonly [string, string]
}
const NAME = "coalesce(nullif(t.name, ''), t.sn)"
const BEHIND = { gateway: 't.gateway_id', switchbox: 't.switchbox_id' }
/** Rows of each kind, over the alias `t`. */
const LEVELS: Readonly<Record<SupplyKind, Level>> = {
  gateway: { from: 'devices_gateways t', name: NAME, state: "case when t.online then 'online' else 'offline' end", up: {} },
  concentrator: {
    from: `cabinets_concentrator t ${device} t.id`,
    name: NAME,
    state: "case when s.online then 'online' else 'offline' end",
    up: { gateway: 't.gateway_id' },
    feeds: 'o.concentrator_id = t.id',
  },
  switchbox: {
    from: 'cabinets_switchbox t',
    name: 't.name',
    state: stateOf(`least(${contactOf('switchbox_id', 't.id')}, ${OUTPUTS_OF_BOX})`),
    up: { gateway: 't.gateway_id' },
    feeds: 'o.switchbox_id = t.id',
  },
  loop: {
    from: 'cabinets_loop t',
    name: 't.name',
    state: stateOf(supplyOf('t')),
    output: ['t.do_no', outputOf('t')],
    up: { ...BEHIND, concentrator: 't.concentrator_id' },
    feeds: 'o.id = t.id',
  },
  airSwitch: {
    from: `cabinets_air_switch t ${device} t.id left join devices_values v on v.device_id = t.id`,
    name: NAME,
    state: "case when s.online is not true then 'offline' when v.v[1] = 0 then 'open' when v.v[1] = 1 then 'closed' else 'unknown' end",
    up: { ...BEHIND, loop: 't.loop_id' },
    feeds: 'o.id = t.loop_id',
  },
  meter: {
    from: `cabinets_meter t ${device} t.id`,
    name: NAME,
    state: "case when s.online then 'online' else 'offline' end",
    up: BEHIND,
    feeds: 'o.switchbox_id = t.switchbox_id',
  },
  lamp: {
    from: `lighting_lamps t ${device} t.controller_id`,
    name: 't.name',
    state: lampState('t.controller_id'),
    up: { controller: 't.controller_id' },
  },
  controller: {
    from: `lighting_controllers t ${device} t.id`,
    name: NAME,
    state: lampState('t.id'),
    up: { gateway: 't.gateway_id', controller: 't.id' },
  },
}

interface Found extends SupplyNode {
  readonly up: Readonly<Record<string, string | null>>
}

/** Reads nodes that lists of their resource show to the user. `where`: condition over `t`, in which `$1` is `id`. */
const nodesOf = async (ctx: Ctx, kind: SupplyKind, where: string, id: unknown): Promise<Found[]> => {
  const served = ctx.platform.port(registryPort).resources.get(SUPPLY_KINDS[kind])
  if (!served || !mayList(ctx.user, served.resource)) return []
  const { from, name, state, up, feeds, output = ['null::int', 'null::int'] } = LEVELS[kind]
  const params: unknown[] = [id, ctx.tenantId]
  const seen = seenRows(served, ctx.user, params)
  const places = feeds ? grantedOnly(ctx.user, params, { project: 'c.project_id', area: 'c.area_id' }) : ''
  const lamps = feeds
    ? `left join lateral (select count(*)::int as n, count(*) filter (where z.state = 4)::int as offline from lighting_controllers c
        left join devices_states z on z.device_id = c.id
        where c.id = any(${fedBy(`o.tenant_id = t.tenant_id and ${feeds}`)}) and not c.is_deleted${places}) k on true`
    : ''
  const above = Object.entries(up).map(([to, column]) => `'${to}', (${column})::text`)
  return ctx.query<Found>(
    `select '${kind}' as kind, t.id::text, ${name} as name, ${state} as state, ${feeds ? 'k.n as lamps, k.offline' : 'null::int as lamps, null::int as offline'},
       ${output[0]} as output, ${output[1]} as contact,
       jsonb_build_object(${above.join(', ')}) as up
     from ${from} ${lamps} where t.tenant_id = $2 and (${where}) and ${seen} order by 3, t.id limit ${BELOW_AT_MOST}`,
    params,
  )
}

const byIds = (ctx: Ctx, kind: SupplyKind, ids: readonly (string | null | undefined)[]): Promise<Found[]> | Found[] => {
  const known = [...new Set(ids.filter((id) => id !== null && id !== undefined))]
  return known.length === 0 ? [] : nodesOf(ctx, kind, 't.id = any($1::bigint[])', known)
}
const upOf = (nodes: readonly Found[], kind: string): (string | null | undefined)[] => nodes.map(({ up }) => up[kind])

/** Nodes above, in the order of the supply: gateway, concentrator, box, loops, air switches, and the lamps of a controller. */
const aboveOf = async (ctx: Ctx, node: Found): Promise<Found[]> => {
  const isLamp = node.kind === 'lamp' || node.kind === 'controller'
  const fed = isLamp
    ? await ctx.query<{ id: string }>('select loop_id::text as id from cabinets_fed where device_id = $1', [node.up.controller])
    : []
  const loops = await byIds(ctx, 'loop', [node.up.loop, ...fed.map(({ id }) => id)])
  const switches =
    isLamp && loops.length > 0
      ? await nodesOf(
          ctx,
          'airSwitch',
          't.loop_id = any($1::bigint[])',
          loops.map(({ id }) => id),
        )
      : []
  const boxes = await byIds(ctx, 'switchbox', upOf([node, ...loops], 'switchbox'))
  const concentrators = await byIds(ctx, 'concentrator', upOf(loops, 'concentrator').concat(node.up.concentrator))
  const own = upOf([...concentrators, ...boxes, ...loops, node], 'gateway').find((id) => id !== null && id !== undefined)
  const gateways = await byIds(ctx, 'gateway', [own])
  const lamps = node.kind === 'controller' ? await nodesOf(ctx, 'lamp', 't.controller_id = $1', node.id) : []
  return [...gateways, ...concentrators, ...boxes, ...loops, ...switches, ...lamps]
}

/** Condition of the nodes below a node, by their kind. */
const BELOW: Readonly<Partial<Record<SupplyKind, readonly (readonly [SupplyKind, string])[]>>> = {
  gateway: [
    ['switchbox', 't.gateway_id = $1'],
    ['concentrator', 't.gateway_id = $1'],
    ['loop', 't.gateway_id = $1 and t.switchbox_id is null and t.concentrator_id is null'],
  ],
  switchbox: [
    ['meter', 't.switchbox_id = $1'],
    ['loop', 't.switchbox_id = $1'],
    ['airSwitch', 't.switchbox_id = $1 and t.loop_id is null'],
  ],
  concentrator: [['loop', 't.concentrator_id = $1']],
  loop: [['airSwitch', 't.loop_id = $1']],
  airSwitch: [['lamp', `t.controller_id = any(${fedBy('o.id = (select a.loop_id from cabinets_air_switch a where a.id = $1)')})`]],
  lamp: [['controller', 't.id = (select l.controller_id from lighting_lamps l where l.id = $1)']],
}
const LAMPS_OF_LOOP = `t.controller_id = any(${fedBy('o.id = $1')})`

/** Returns a node with the nodes above and below it; undefined if the user does not see it. */
export const supplyPlace = async (ctx: Ctx, kind: SupplyKind, id: string): Promise<SupplyPlace | undefined> => {
  const [node] = await byIds(ctx, kind, [id])
  if (!node) return undefined
  const below = (await Promise.all((BELOW[kind] ?? []).map(([to, where]) => nodesOf(ctx, to, where, id)))).flat()
  // Lamps of a loop without air switches are directly below it.
  const lamps = kind === 'loop' && below.length === 0 ? await nodesOf(ctx, 'lamp', LAMPS_OF_LOOP, id) : below
  const plain = ({ up: _, ...rest }: Found): SupplyNode => rest
  return { node: plain(node), above: (await aboveOf(ctx, node)).map(plain), below: lamps.map(plain) }
}
