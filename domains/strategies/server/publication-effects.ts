import { type TargetQuery, targetsPort } from '@lamplight/control/model'
import type { Ctx } from '@lamplight/server-kit'
import { KINDS } from '../model/index.ts'
import type { AffectedDevices } from '../model/publication-facts.ts'

/** Most streets and offline devices that are named. */
const NAMED = 20

/** SQL of the offline devices of a publication and of the strategies that it replaces. */
const BLAST = (lamps: string, own: string): string => `with l as (${lamps}),
  o as (select s.device_id from l join devices_states s on s.device_id = l.device_id where not s.online)
  select (select count(*)::int from l) as devices, (select count(*)::int from o) as offline,
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.device_id::text, 'sn', f.sn, 'type', f.type) order by f.sn), '[]') from (
      select r.device_id, r.sn, r.type from o join devices_registered r on r.device_id = o.device_id order by r.sn, r.device_id limit ${NAMED}) f) as "firstOffline",
    (select coalesce(jsonb_agg(r order by r.n desc), '[]') from (
      select s.id::text as id, s.name, count(*)::int as n from l join strategies_device d on d.device_id = l.device_id
      join strategies_strategy s on s.id = d.normal_id and s.kind <> ${KINDS.special} where s.id is distinct from ${own}::bigint group by s.id, s.name) r) as replaces`

export interface PublicationEffects extends AffectedDevices {
  readonly replaces: readonly { readonly id: string; readonly name: string; readonly n: number }[]
}
export const NO_EFFECTS: PublicationEffects = { devices: 0, streets: 0, offline: 0, firstStreets: [], firstOffline: [], replaces: [] }

/** AffectedDevices of a publication: numbers and first names of streets and offline devices, and the normal strategies that it replaces. */
export const effectsOfPublication = async (ctx: Ctx, lamps: TargetQuery, ownId: string): Promise<PublicationEffects> => {
  const [row] = await ctx.query<Omit<PublicationEffects, 'streets' | 'firstStreets'>>(BLAST(lamps.sql, `$${lamps.params.length + 1}`), [
    ...lamps.params,
    ownId || null,
  ])
  const streets = await ctx.platform.port(targetsPort).streetsOf(ctx, lamps, NAMED)
  return { ...NO_EFFECTS, ...row, streets: streets.total, firstStreets: streets.first }
}
