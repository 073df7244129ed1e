import type { Proposal, Proposed } from '@lamplight/devices/model'
import { storeGateways } from '@lamplight/devices/stored'
import { type Lang, pick } from '@lamplight/kit'
import type { Platform, Query } from '@lamplight/server-kit'
import { setGateways } from './import-drivers.ts'
import { countChildren } from './import-places.ts'

/** Largest number of lamps per proposed gateway; groups of 80 and more are split to 40 to 60. */
const LAMPS_AT_MOST = 60
const AT_ONCE = 5000

interface Spot {
  readonly lng: number
  readonly lat: number
}
const cut = <S extends Spot>(spots: readonly S[], parts: number): S[][] => {
  if (parts <= 1) return [[...spots]]
  const span = (axis: keyof Spot): number =>
    spots.reduce((most, spot) => Math.max(most, spot[axis]), -180) - spots.reduce((least, spot) => Math.min(least, spot[axis]), 180)
  const axis = span('lng') * Math.cos(((spots[0]?.lat ?? 0) * Math.PI) / 180) > span('lat') ? 'lng' : 'lat'
  const sorted = spots.toSorted((one, other) => one[axis] - other[axis])
  const left = parts >> 1
  const at = Math.round((sorted.length * left) / parts)
  return [...cut(sorted.slice(0, at), left), ...cut(sorted.slice(at), parts - left)]
}

/** Splits places into compact groups of about equal size, at most 60 each, by repeatedly halving along the longer side. */
export const groupsOf = <S extends Spot>(spots: readonly S[]): S[][] =>
  spots.length === 0 ? [] : cut(spots, Math.ceil(spots.length / LAMPS_AT_MOST))

interface Controller extends Spot {
  readonly id: string
  readonly area_id: string | null
  readonly area: string | null
  /** Text as printed by PostgreSQL. */
  readonly update_time: string
}
const UNFED = `
  select c.id, c.area_id, a.area_name as area, coalesce(c.lng, l.lng, 0) as lng, coalesce(c.lat, l.lat, 0) as lat, c.update_time::text as update_time
  from lighting_controller c left join places_areas a on a.id = c.area_id
  left join lateral (select lng, lat from lighting_lamp l where l.tenant_id = c.tenant_id and l.controller_id = c.id and not l.is_deleted limit 1) l on true
  where c.project_id = $1 and c.gateway_id is null and not c.is_deleted order by c.id`

const nameOf = (number: number, area: string | null, lang: Lang): string =>
  `${pick([`虚拟网关 ${number}`, `Virtual gateway ${number}`], lang)}${area ? ` · ${area}` : ''}`.slice(0, 60)
const mean = (spots: readonly Spot[], axis: keyof Spot): number => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length

const connect = async (query: Query, platform: Platform, { tenantId, projectId, lang }: Proposal, rows: readonly Controller[]) => {
  const [known] = await query<{ n: number }>('select count(*)::int as n from devices_gateways where project_id = $1 and tenant_id = $2', [
    projectId,
    tenantId,
  ])
  const groups = [...Map.groupBy(rows, (row) => row.area_id).values()].flatMap(groupsOf)
  const gateways = groups.map((members, at) => {
    const id = platform.newId()
    return { id, sn: `GW${id}`, name: nameOf((known?.n ?? 0) + at + 1, members[0]?.area ?? null, lang), members }
  })
  await storeGateways(
    query,
    gateways.map(({ id, sn, name, members }) => ({
      id,
      tenantId,
      sn,
      name,
      children: members.length,
      projectId,
      areaId: members[0]?.area_id ?? null,
      lng: mean(members, 'lng'),
      lat: mean(members, 'lat'),
    })),
  )
  const wired = gateways.flatMap((gateway) => gateway.members.map(({ id, update_time }) => ({ id, gateway, activated: true, update_time })))
  // Keeps the time of the last change: for undoing the import, these controllers count as unchanged.
  for (let from = 0; from < wired.length; from += AT_ONCE) await setGateways(query, wired.slice(from, from + AT_ONCE))
  await countChildren(query, projectId)
  return { gateways: gateways.length, lamps: wired.length, left: 0 }
}

/**
 * Creates gateways for a project's controllers without one, by area and place, and connects them, so that an inventory without cabinets can be
 * simulated and controlled. If the project has other gateways, only if `beside` is set.
 */
export const proposeGateways = async (platform: Platform, proposal: Proposal): Promise<Proposed> =>
  platform.asTenant(proposal.tenantId).tx(async (query) => {
    await query("select pg_advisory_xact_lock(hashtext('lighting.import'), hashtext($1))", [proposal.tenantId])
    const [found] = await query<{ fed: boolean; unfed: number }>(
      `select coalesce(bool_or(gateway_id is not null), false) as fed, (count(*) filter (where gateway_id is null))::int as unfed
       from lighting_controller where project_id = $1 and not is_deleted`,
      [proposal.projectId],
    )
    const { fed = false, unfed = 0 } = found ?? {}
    if (unfed === 0 || (fed && !proposal.beside)) return { gateways: 0, lamps: 0, left: unfed }
    return connect(query, platform, proposal, await query<Controller>(UNFED, [proposal.projectId]))
  })
