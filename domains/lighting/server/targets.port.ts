import type { Selector, Targets } from '@lamplight/control/model'
import { controllerType } from '@lamplight/devices/model'
import { seenOfType } from '@lamplight/devices/server'
import { arrayOf, type Ctx, errors, type ResourceServer, readListQuery, strictFilter, tableOf, treeIds } from '@lamplight/server-kit'
import { controllerServer } from './controller.server.ts'
import { lampServer } from './lamp.server.ts'
import { lampsOfDevices, nameOfTargets, streetsOfDevices } from './target-names.ts'

/** SQL from `from`: the rows `t` that a filter of the resource's list finds. Adds its parameters to `params`. */
const filtered = (
  ctx: Ctx,
  { resource, implementation }: ResourceServer,
  filter: Readonly<Record<string, string>>,
  params: unknown[],
): string => {
  const query = readListQuery(resource, implementation, strictFilter(resource, implementation, filter), ctx.user, ctx)
  const offset = params.length
  params.push(...query.params)
  const where = query.where.join(' and ').replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`)
  return `from ${tableOf(resource)} t ${query.joined ? implementation.joined?.sql : ''} where ${where}`
}

const conditionOf = (ctx: Ctx, selector: Selector, params: unknown[]): string => {
  const add = (value: unknown): string => `$${params.push(value)}`
  if (selector.controllerIds) return `c.id = any(${add(arrayOf(selector.controllerIds))}::bigint[])`
  if (selector.lampIds)
    return `c.id in (select controller_id from lighting_lamp where id = any(${add(selector.lampIds)}::bigint[]) and not is_deleted)`
  if (selector.groupId) return `c.id in (select m.device_id from devices_group_members m where m.group_id = ${add(selector.groupId)})`
  if (selector.streetId)
    return `c.id in (select l.controller_id from lighting_lamp l join lighting_post p on p.id = l.post_id and p.tenant_id = l.tenant_id and not p.is_deleted
      where p.street_id = ${add(selector.streetId)} and not l.is_deleted)`
  if (selector.areaId) return `c.area_id = any (array (${treeIds({ table: 'places_areas', from: { id: add(selector.areaId) } })}))`
  if (selector.projectId)
    return `c.project_id = any (array (${treeIds({ table: 'places_projects', from: { id: add(selector.projectId) } })}))`
  if (selector.filter) return `c.id in (select t.controller_id ${filtered(ctx, lampServer, selector.filter, params)})`
  if (selector.controllerFilter) return `c.id in (select t.id ${filtered(ctx, controllerServer, selector.controllerFilter, params)})`
  throw errors.missingParameter({ field: 'selector' }, 'selector')
}

/**
 * The controllers of a selector that the user sees, as SQL for one INSERT … SELECT. It includes those without a gateway and those
 * that are not activated: the ledger stores them as failed, with that reason. Columns: device_id, tenant_id, gateway_id, sn, head, power W,
 * min_power W, min_level %, tolerance W (nulls if the lamp has no model), two_way (it drives a main and an auxiliary lamp), activated, project_id.
 */
export const createTargets = (): Targets => ({
  select: (ctx, selector) => {
    const params: unknown[] = []
    const condition = conditionOf(ctx, selector, params)
    const among = selector.controllerIds ? '= any($1::bigint[])' : ''
    const seen = seenOfType(ctx, params, controllerType.code, 'c.id', among)
    return {
      sql: `select c.id as device_id, c.tenant_id, c.gateway_id, c.sn, 0::smallint as head,
          c.load_power as power, c.load_min_power as min_power, c.load_min_level as min_level, c.load_tolerance as tolerance, c.two_way, c.activated is true as activated, c.project_id
        from lighting_controller c
        where not c.is_deleted and ${condition}${seen}`,
      params,
      placed: true,
    }
  },
  lamps: (ctx, selector) => {
    const params: unknown[] = []
    const condition = conditionOf(ctx, selector, params)
    const among = selector.controllerIds ? '= any($1::bigint[])' : ''
    const seen = seenOfType(ctx, params, controllerType.code, 'c.id', among)
    return {
      sql: `select c.id as device_id, c.model_id, c.project_id, c.area_id, p.street_id, l.lng, l.lat, c.load_power as power, c.load_min_power as min_power,
          c.load_min_level as min_level, c.two_way
        from lighting_controller c
        left join lateral (select lng, lat, post_id from lighting_lamp where controller_id = c.id and tenant_id = c.tenant_id and not is_deleted order by id limit 1) l on true
        left join lighting_post p on p.id = l.post_id and p.tenant_id = c.tenant_id and not p.is_deleted
        where not c.is_deleted and ${condition}${seen}`,
      params,
    }
  },
  nameOf: nameOfTargets,
  lampsOf: lampsOfDevices,
  streetsOf: streetsOfDevices,
})
