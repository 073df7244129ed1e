import { type Selector, type TargetQuery, targetsPort } from '@lamplight/control/model'
import { deviceTypesPort } from '@lamplight/devices/model'
import { seenOfType } from '@lamplight/devices/server'
import { snake } from '@lamplight/kit'
import { arrayOf, type Ctx, tableOf, treeIds } from '@lamplight/server-kit'
import { KINDS, SYSTEMS } from '../model/index.ts'
import type { StrategyRow } from './night/program.ts'

/** Kind and system of a strategy: they decide to which devices it can be published. */
export type KindAndSystem = Pick<StrategyRow, 'kind' | 'systemType'>

export const SOLAR_LAMP = 'solarLamp'
const SPRAY = 'spray'
const NO_COLUMNS = `null::bigint as device_id, null::bigint as model_id, null::bigint as project_id, null::bigint as area_id, null::bigint as street_id,
  null::float8 as lng, null::float8 as lat, null::float8 as power, null::float8 as min_power, null::int as min_level, false as two_way`

/** SQL of a condition for the rows `t` of a device type; null if a selector of this kind selects no such devices. */
const conditionOf = ({ controllerIds, groupId, areaId, projectId }: Selector, add: (value: unknown) => string): string | null => {
  if (controllerIds) return `t.id = any(${add(arrayOf(controllerIds))}::bigint[])`
  if (groupId) return `t.id = any(array(select m.device_id from devices_group_members m where m.group_id = ${add(groupId)}))`
  if (areaId) return `t.area_id = any(array(${treeIds({ table: 'places_areas', from: { id: add(areaId) } })}))`
  if (projectId) return `t.project_id = any(array(${treeIds({ table: 'places_projects', from: { id: add(projectId) } })}))`
  return null
}

/** Devices of a type that is declared by another slice, in the columns of `lamps` (port `control.targets`). Users see those that its list shows them. */
const typed = (ctx: Ctx, name: string, selector: Selector): TargetQuery => {
  const types = ctx.platform.port(deviceTypesPort)
  const type = types.named(name)
  const resource = type && types.resourceOf(type.code)
  const params: unknown[] = []
  const condition = resource && conditionOf(selector, (value) => `$${params.push(value)}`)
  if (!condition) return { sql: `select ${NO_COLUMNS} where false`, params: [] }
  const column = (field: string): string => (field in resource.fields ? `t.${snake(field)}` : 'null')
  const seen = seenOfType(ctx, params, type.code, 't.id', selector.controllerIds ? '= any($1::bigint[])' : '')
  return {
    // The rated load is that of a solar lamp, W. Sprays have none.
    sql: `select t.id as device_id, ${column('modelId')}::bigint as model_id, t.project_id, t.area_id, null::bigint as street_id, t.lng, t.lat,
        ${column('loadRated')}::float8 as power, null::float8 as min_power, null::int as min_level, false as two_way
      from ${tableOf(resource)} t where not t.is_deleted and ${condition}${seen}`,
    params,
  }
}

const both = (one: TargetQuery, other: TargetQuery): TargetQuery => ({
  sql: `${one.sql} union all ${other.sql.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + one.params.length}`)}`,
  params: [...one.params, ...other.params],
})

/**
 * The devices of a selector to which a strategy can go and that the user sees, in the columns of `lamps` (port `control.targets`): sprays for a spray strategy;
 * else lamp controllers and solar lamps that are named or in a group. A project or an area means its solar lamps for a strategy of the solar system, and
 * its lamp controllers for all others.
 */
export const devicesFor = (ctx: Ctx, selector: Selector, { kind, systemType }: KindAndSystem): TargetQuery => {
  if (kind === KINDS.spray) return typed(ctx, SPRAY, selector)
  const lamps = (): TargetQuery => ctx.platform.port(targetsPort).lamps(ctx, selector)
  if (selector.controllerIds || selector.groupId) return both(lamps(), typed(ctx, SOLAR_LAMP, selector))
  const isPlace = selector.projectId !== undefined || selector.areaId !== undefined
  return systemType === SYSTEMS.sun && isPlace ? typed(ctx, SOLAR_LAMP, selector) : lamps()
}

/** Devices that `devicesFor` has already found, without their lamps: for questions that need only their ids. */
export const idsOnly = (deviceIds: readonly string[]): TargetQuery => ({
  sql: 'select u.id as device_id from unnest($1::bigint[]) as u (id)',
  params: [arrayOf(deviceIds)],
})
