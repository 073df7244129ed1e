import type { Selector, Streets, TargetQuery } from '@lamplight/control/model'
import type { Field, Text } from '@lamplight/kit'
import type { Ctx, Query } from '@lamplight/server-kit'
import { lamp } from '../model/lamp.resource.ts'

/** Names of selected lamps, given by controller ids or their own: of one or two lamps, else the numbers of streets and areas. */
const CHOSEN = (by: 'id' | 'controller_id'): string => `with chosen as (
    select l.name, l.area_id, p.street_id from lighting_lamp l left join lighting_post p on p.id = l.post_id and not p.is_deleted
    where l.${by} = any($1::bigint[]) and not l.is_deleted
  ), streets as (select street_id, count(*) as n from chosen where street_id is not null group by 1),
  areas as (select area_id, count(*) as n from chosen where area_id is not null group by 1)
  select (select count(*)::int from chosen) as lamps, (select array_agg(c.name order by c.name) from (select name from chosen order by name limit 2) c) as names,
    (select count(*)::int from streets) as streets, (select count(*)::int from areas) as areas,
    (select s.name from streets k join lighting_street s on s.id = k.street_id order by k.n desc, s.name limit 1) as street,
    (select s.name_en from streets k join lighting_street s on s.id = k.street_id order by k.n desc, s.name limit 1) as street_en,
    (select a.area_name from areas k join places_areas a on a.id = k.area_id order by k.n desc, a.area_name limit 1) as area`

interface Chosen {
  readonly lamps: number
  readonly names: readonly string[] | null
  readonly streets: number
  readonly areas: number
  readonly street: string | null
  readonly street_en: string | null
  readonly area: string | null
}
const placeText = ({ streets, areas, street, street_en: streetEn, area }: Chosen): Text | null => {
  if (street) {
    const en = streetEn || street
    return streets === 1
      ? [street, en]
      : [`${street}等 ${streets} 条路`, `${en} and ${streets - 1} more ${streets === 2 ? 'street' : 'streets'}`]
  }
  if (!area) return null
  return areas === 1 ? [area, area] : [`${area}等 ${areas} 个区域`, `${area} and ${areas - 1} more ${areas === 2 ? 'area' : 'areas'}`]
}
const MAP: Text = ['框选', 'Map selection']

/** Joins the parts of a name in each language. */
const joined = (parts: readonly Text[], between: Text): Text => [
  parts.map(([zh]) => zh).join(between[0]),
  parts.map(([, en]) => en).join(between[1]),
]
const LISTED: Text = ['、', ', ']

const choiceName = async (query: Query, { controllerIds, lampIds }: Selector, onMap: boolean): Promise<Text | null> => {
  const [chosen] = await query<Chosen>(CHOSEN(controllerIds ? 'controller_id' : 'id'), [controllerIds ?? lampIds])
  if (!chosen || chosen.lamps === 0) return null
  if (chosen.lamps <= 2)
    return joined(
      (chosen.names ?? []).map((name) => [name, name]),
      LISTED,
    )
  const parts = [onMap && MAP, placeText(chosen)].filter((text) => text !== false && text !== null)
  return parts.length > 0 ? joined(parts, [' · ', ' · ']) : null
}

const TITLES: Readonly<Record<string, string>> = {
  'places.area': 'select area_name as name from places_areas where id = $1',
  'places.project': 'select name from places_projects where id = $1',
  'lighting.controller': 'select sn as name from lighting_controller where id = $1',
  'lighting.post': 'select name from lighting_post where id = $1',
}
const OWN: Readonly<Record<string, readonly [label: Text, sql: string | null]>> = {
  groupId: [['分组', 'Group'], 'select group_name as name from devices_groups where id = $1'],
  gatewayId: [['网关', 'Gateway'], "select coalesce(nullif(name, ''), sn) as name from devices_gateways where id = $1"],
  keyword: [['关键字', 'Keyword'], null],
}
const ID = /^\d{1,19}$/
const SUFFIX = /_[a-z]+$/

const fieldOf = (wire: string): Field | undefined =>
  Object.entries<Field>(lamp.fields).find(([name, { options }]) => name === wire || options.wire === wire)?.[1]

/** One condition of the lamp list as text: `状态 故障`. */
const conditionName = async (query: Query, key: string, value: string): Promise<Text> => {
  const titleOf = async (sql: string | null | undefined): Promise<Text> => {
    const name = (sql && ID.test(value) ? (await query<{ name: string }>(sql, [value]))[0]?.name : undefined) ?? value
    return [name, name]
  }
  const of = (label: Text, words: Text): Text => joined([label, words], [' ', ' '])
  const own = OWN[key]
  if (own) return of(own[0], await titleOf(own[1]))
  const field = fieldOf(key) ?? fieldOf(key.replace(SUFFIX, ''))
  if (!field) return of([key, key], [value, value])
  const { options } = field as Field & { options: { values?: Readonly<Record<string, Text>>; to?: string } }
  const words = options.values
    ? joined(
        value.split(',').map((one) => options.values?.[one] ?? [one, one]),
        LISTED,
      )
    : await titleOf(options.to === undefined ? null : TITLES[options.to])
  return of(options.label, words)
}
const NO_CONDITION: ReadonlySet<string> = new Set(['all', 'current', 'size', 'ascs', 'descs', 'columns'])
const filterName = async (query: Query, filter: Readonly<Record<string, string>>): Promise<Text> => {
  const parts: Text[] = []
  for (const [key, value] of Object.entries(filter))
    if (!NO_CONDITION.has(key) && value !== '') parts.push(await conditionName(query, key, value))
  return parts.length > 0 ? joined(parts, ['，', ', ']) : ['全部灯具', 'All lamps']
}

/**
 * Returns the name of a selector's lamps in both languages: `望江路等 6 条路`, `状态 故障，区域 城东区`. `onMap`: they were selected on the map. Null for
 * groups, areas and projects, which are named elsewhere, and if there is no name.
 */
export const nameOfTargets = async (query: Query, selector: Selector, onMap: boolean): Promise<Text | null> => {
  if (selector.streetId) {
    const [street] = await query<{ name: string; name_en: string | null }>(
      'select name, name_en from lighting_street where id = $1 and not is_deleted',
      [selector.streetId],
    )
    return street ? [street.name, street.name_en || street.name] : null
  }
  if (selector.controllerIds || selector.lampIds) return choiceName(query, selector, onMap)
  return selector.filter ? filterName(query, selector.filter) : null
}

/** Lamps of devices, by device id: id and name of the lamp, and its street or area. */
export const lampsOfDevices = async (ctx: Ctx, deviceIds: readonly string[]) => {
  const rows = await ctx.query<{ device: string; id: string; name: string; place: string | null }>(
    `select l.controller_id::text as device, l.id::text, l.name, coalesce(ll_said(s.name, s.name_en), a.area_name) as place from lighting_lamp l
     left join lighting_post p on p.id = l.post_id and not p.is_deleted left join lighting_street s on s.id = p.street_id and not s.is_deleted
     left join places_areas a on a.id = l.area_id where l.controller_id = any($1::bigint[]) and not l.is_deleted order by l.id desc`,
    [deviceIds],
  )
  return new Map(rows.map(({ device, id, name, place }) => [device, { id, name, place: place ?? '' }]))
}

/** Streets of the lamps of a query with the column `device_id`, those with the most devices first. */
export const streetsOfDevices = async (ctx: Ctx, { sql, params }: TargetQuery, most: number): Promise<Streets> => {
  const [row] = await ctx.query<Streets>(
    `with t as materialized (select q.device_id from (${sql}) q),
     posts as materialized (select t.device_id, l.post_id, l.tenant_id from t join lighting_lamp l on l.controller_id = t.device_id and not l.is_deleted),
     s as materialized (select p.street_id as id, count(distinct q.device_id)::int as n from posts q
       join lighting_post p on p.id = q.post_id and p.tenant_id = q.tenant_id and not p.is_deleted where p.street_id is not null group by 1),
     named as (select s.id, ll_said(k.name, k.name_en) as name, s.n from s join lighting_street k on k.id = s.id and not k.is_deleted)
     select (select count(*)::int from named) as total, (select coalesce(jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name, 'n', f.n) order by f.n desc, f.name), '[]')
       from (select * from named order by n desc, name limit ${most}) f) as first`,
    [...params],
  )
  return row ?? { total: 0, first: [] }
}
