import { pick, type Text } from '@lamplight/kit'
import { controller, lamp } from '@lamplight/lighting/model'
import { type Ctx, changeRow, fieldError, inTransaction, refuseUnseen } from '@lamplight/server-kit'
import { MOVES, type MoveKind, type MovePlan } from '../model/index.ts'
import { feed } from './loop.server.ts'
import { supplyOf, supplyOfLamp } from './supply-sql.ts'

/** SQL of the moved rows: lamps `l` joined to their controllers `c`, or controllers joined to their lamps. */
type Mover = 'l' | 'c'
interface Place {
  /** Table of the places, its name column, and the column of the moved row that contains the place. */
  readonly table: string
  readonly name: string
  readonly of: (mover: Mover) => string
  /** State of the place `p`: supply of a loop, connection of a gateway. */
  readonly state: string
}
const PLACES: Readonly<Record<MoveKind, Place>> = {
  loop: {
    table: 'cabinets_loop',
    name: 'p.name',
    of: () => '(select f.loop_id from cabinets_feed f where f.device_id = c.id)',
    state: supplyOf('p'),
  },
  area: { table: 'places_areas', name: 'p.area_name', of: (mover) => `${mover}.area_id`, state: 'null::int' },
  project: { table: 'places_projects', name: 'p.name', of: (mover) => `${mover}.project_id`, state: 'null::int' },
  gateway: { table: 'devices_gateways', name: "coalesce(nullif(p.name, ''), p.sn)", of: () => 'c.gateway_id', state: 'p.online::int' },
}
const FROM: Readonly<Record<Mover, string>> = {
  l: 'lighting_lamps l left join lighting_controllers c on c.id = l.controller_id and not c.is_deleted',
  c: 'lighting_controllers c left join lighting_lamps l on l.controller_id = c.id and not l.is_deleted',
}
/** True if lamps move by their controllers. */
const byController = (kind: MoveKind): boolean => kind === 'loop' || kind === 'gateway'

const EFFECTS: Readonly<Record<MoveKind, Text>> = {
  loop: [
    '灯具改由新回路供电，并随其空气开关和集中控制器输出通断',
    'The new loop feeds the lamps: they are switched by its air switches and its concentrator output',
  ],
  area: [
    '按区域授权的用户和按区域的统计从现在起按新区域计算，历史数据不变',
    'Users limited to areas and statistics by area follow the new area from now on; history stays',
  ],
  project: [
    '按项目授权的用户和按项目的统计从现在起按新项目计算，历史数据不变',
    'Users limited to projects and statistics by project follow the new project from now on; history stays',
  ],
  gateway: [
    '指令和上报改由新网关收发；新网关须已接入这些控制器，否则灯具显示离线',
    'Commands and reports use the new gateway. It must reach these controllers, otherwise the lamps become offline',
  ],
}
const GOES_DARK: Text = ['目标回路已断电：{n} 盏灯将熄灭并离线', 'The loop has no supply: {n} lamp{n:s} {n:go|goes} dark and offline']
const RETURNS: Text = ['{n} 盏断电的灯将恢复供电', '{n} lamp{n:s} without supply {n:get|gets} it back']
const GATEWAY_OFFLINE: Text = ['目标网关离线：指令在其上线后才能下发', 'The gateway is offline: commands wait until it returns']

export interface Move {
  readonly to: MoveKind
  readonly id: string
  /** The moved lamps, or the moved controllers with their lamps. */
  readonly lampIds?: readonly string[]
  readonly controllerIds?: readonly string[]
}
const moverOf = ({ controllerIds }: Move): Mover => (controllerIds ? 'c' : 'l')
const idsOf = ({ lampIds, controllerIds }: Move): readonly string[] => controllerIds ?? lampIds ?? []

const refuse = async (ctx: Ctx, move: Move): Promise<void> => {
  const { to, id, lampIds, controllerIds } = move
  if (!lampIds === !controllerIds)
    throw fieldError('lampIds', ['和 controllerIds 须二选一', 'or controllerIds is needed, not both'], ctx.lang)
  if (lampIds) await refuseUnseen(ctx, ctx.query, lamp.name, lampIds, 'lampIds')
  if (controllerIds) await refuseUnseen(ctx, ctx.query, controller.name, controllerIds, 'controllerIds')
  await refuseUnseen(ctx, ctx.query, MOVES[to].options.to, [id], 'id')
}

/** What a move changes, before it happens. */
export const planOf = async (ctx: Ctx, move: Move): Promise<MovePlan> => {
  await refuse(ctx, move)
  const { to, id } = move
  const mover = moverOf(move)
  const { table, name, of, state } = PLACES[to]
  const [target] = await ctx.query<{ name: string; state: number | null }>(
    `select ${name} as name, ${state} as state from ${table} p where p.id = $1`,
    [id],
  )
  const rows = await ctx.query<{ name: string | null; lamps: number; unfed: number; left: number; here: boolean }>(
    `select max(${name}) as name, count(distinct ${mover}.id)::int as lamps, coalesce(p.id = $2, false) as here,
       count(*) filter (where ${to === 'loop' ? 'l.id is null or ' : ''}c.id is null)::int as left,
       count(distinct ${mover}.id) filter (where ${supplyOfLamp('c.id')} = 0)::int as unfed
     from ${FROM[mover]} left join ${table} p on p.id = ${of(mover)} where ${mover}.id = any($1::bigint[]) group by p.id order by 2 desc`,
    [idsOf(move), id],
  )
  const left = byController(to) ? rows.reduce((sum, row) => sum + row.left, 0) : 0
  const moving = rows.filter(({ here }) => !here)
  const count = (of: (row: (typeof rows)[number]) => number): number => moving.reduce((sum, row) => sum + of(row), 0)
  const say = (text: Text, n = 0): string => pick(text, ctx.lang, { n })
  const unfed = count((row) => row.unfed)
  const fed = count((row) => row.lamps - row.unfed)
  const effects = [
    say(EFFECTS[to]),
    ...(to === 'loop' && target?.state === 0 && fed > 0 ? [say(GOES_DARK, fed)] : []),
    ...(to === 'loop' && target?.state !== 0 && unfed > 0 ? [say(RETURNS, unfed)] : []),
    ...(to === 'gateway' && target?.state !== 1 ? [say(GATEWAY_OFFLINE)] : []),
  ]
  return {
    to: target?.name ?? '',
    lamps: count((row) => row.lamps) - left,
    left,
    effects,
    from: moving.map((row) => ({ name: row.name, lamps: row.lamps })),
  }
}

/**
 * Moves lamps, or controllers with their lamps; those that are there already, or have no controller, stay. Each change has the checks, hooks and audit entry
 * of the resource. Returns the number of lamps or controllers that moved.
 */
export const moveLamps = async (ctx: Ctx, move: Move): Promise<{ count: number }> => {
  await refuse(ctx, move)
  const { to, id } = move
  const mover = moverOf(move)
  const rows = await ctx.query<{ lamp: string | null; device: string | null }>(
    `select l.id::text as lamp, c.id::text as device from ${FROM[mover]}
     where ${mover}.id = any($1::bigint[]) and ${PLACES[to].of(mover)} is distinct from $2::bigint`,
    [idsOf(move), id],
  )
  const moving = rows.filter(({ lamp: own, device }) => (device !== null || !byController(to)) && (own !== null || to !== 'loop'))
  const lamps = moving.flatMap((row) => row.lamp ?? [])
  const devices = [...new Set(moving.flatMap(({ device }) => device ?? []))]
  if (to === 'loop' && lamps.length > 0) await feed(ctx, [id], lamps, true)
  if (to !== 'loop')
    await inTransaction(ctx, async (inside) => {
      const change = { [`${to}Id`]: id }
      if (to !== 'gateway') for (const one of lamps) await changeRow(inside, lamp, { id: one, ...change })
      for (const device of devices) await changeRow(inside, controller, { id: device, ...change })
    })
  return { count: mover === 'l' ? lamps.length : devices.length }
}
