import { type Column, columnsOf } from '@lamplight/fields/column'
import type { DeviceProperty, DeviceTypeDefinition, Field, ResourceDefinition } from '@lamplight/kit'
import { tableOf } from '@lamplight/server-kit'
import type pg from 'pg'
import { slices } from '../../apps/server/slices.ts'

export const TENANT = '100001'
/** Slices whose lists are measured. */
const SLICES = new Set(['devices', 'lighting', 'lora', 'cabinets', 'solar'])
/** Number of rows by resource; a resource that is not listed has `OTHERS` rows. */
const ROWS: Readonly<Record<string, number>> = {
  'places.project': 20,
  'places.area': 200,
  'lighting.lamp': 100_000,
  'lighting.controller': 100_000,
  'lighting.post': 100_000,
  'lighting.street': 2000,
  'devices.gateway': 2500,
  'devices.group': 500,
  'devices.esimCard': 7500,
  'devices.device': 2000,
  'cabinets.switchbox': 500,
  'cabinets.concentrator': 500,
  'cabinets.meter': 500,
  'cabinets.concentratorConfig': 500,
  'cabinets.loop': 2000,
  'cabinets.airSwitch': 2000,
  'cabinets.concentratorLamp': 100_000,
  'lora.gateway': 200,
  'lora.root': 200,
  'lora.module': 5000,
  'lora.whiteList': 5000,
  'solar.lamp': 5000,
  'solar.function': 20,
}
const OTHERS = 200
const MEMBERS_AT_MOST = 500
/** Lamps of a group; groups contain the lamps one after another. */
const GROUP_SIZE = 200
/** Texts up to this length are numbers. */
const SHORT = 20
const FIRST = 8_000_000_000_000_000_000n
const APART = 1_000_000_000n

const all = slices.flatMap(({ resources = [] }) => resources.map(({ resource }) => resource))
/** The resources of the slices, in the order of the slices; product types have rows of their own form. */
export const resources = slices
  .filter(({ domain }) => SLICES.has(domain.name))
  .flatMap(({ resources: own = [] }) => own.map(({ resource, implementation }) => ({ resource, implementation })))
const types = new Map(slices.flatMap(({ deviceTypes = [] }) => deviceTypes.map((type) => [type.name, type])))
const countOf = (name: string): number => ROWS[name] ?? (resources.some(({ resource }) => resource.name === name) ? OTHERS : 0)
const at = (name: string): bigint => FIRST + BigInt(all.findIndex((resource) => resource.name === name)) * APART
/** Returns the id of row `n` of a resource. */
export const idOf = (name: string, n: number): string => String(at(name) + BigInt(n))

/** SQL of a row of another resource for row `n` of `count`: neighbours refer to neighbours, so that the rows of an area belong together. */
const refer = (to: string, count: number): string | null => (countOf(to) > 0 ? `${at(to)} + n::bigint * ${countOf(to)} / ${count}` : null)

const referAll = (to: string, count: number): string | null => {
  if (countOf(to) === 0) return null
  const many = Math.min(MEMBERS_AT_MOST, Math.max(1, Math.round(countOf(to) / count)))
  return `case when ${many > 1} or n % 4 = 0 then array(select ${refer(to, count)} + m from generate_series(0, ${many - 1}) m) else '{}' end`
}

interface Options {
  readonly to?: string
  readonly values?: Readonly<Record<string, unknown>>
  readonly min?: number
  readonly max?: number
}
/** SQL of the columns of a field in row `n` of `count`. */
const cellsOf = (resource: ResourceDefinition, name: string, field: Field, count: number): (string | null)[] => {
  const { to = '', values = {}, min = 0, max = 500 } = field.options as Options
  const short = resource.name.slice(resource.name.indexOf('.') + 1)
  switch (field.kind) {
    case 'text':
      if (max <= SHORT) return [`lpad(n::text, ${Math.min(max, 9)}, '0')`]
      return [`left('${name === 'sn' ? short.toUpperCase() : `${short} ${name}`}-' || n, ${max})`]
    case 'dict':
      return ['(1 + n % 5)::text']
    case 'choice':
      return [`(array[${Object.keys(values).join(', ')}])[1 + n % ${Object.keys(values).length}]`]
    case 'flag':
      return ['n % 10 <> 0']
    case 'int':
    case 'number':
      return [`${min} + n % ${Math.max(1, Math.min(500, Math.floor(max - min)))}`]
    case 'time':
      return ["now() + (n % 700 - 350) * interval '1 day'"]
    case 'geo':
      return ['112 + n % 400 * 4e-4', '28 + n / 400 * 4e-4']
    case 'ref':
      return [refer(to, count)]
    case 'refs':
      return [referAll(to, count)]
    default:
      return []
  }
}
const valuesOf = (resource: ResourceDefinition, count: number): (readonly [Column['name'], string])[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    const cells = field.options.from ? [] : cellsOf(resource, name, field, count)
    return columnsOf(name, field).flatMap((column, part) => (cells[part] ? [[column.name, cells[part]] as const] : []))
  })

/** SQL of a reported number of the device `d.device_id`, within the limits of its property. */
const reported = ({ type = 'number', values, min = 0, max = 500 }: DeviceProperty): string => {
  if (type === 'boolean') return 'd.device_id % 2'
  const known = Object.keys(values ?? {})
  if (known.length > 0) return `(array[${known.join(', ')}])[1 + d.device_id % ${known.length}]`
  return `${min} + d.device_id % ${Math.max(1, Math.min(500, Math.floor(max - min)))}`
}
const reportedText = (name: string, { type, words }: DeviceProperty): string => {
  const known = Object.keys(words ?? {}).slice(0, 5)
  const text = known.length > 0 ? `(array['${known.join("', '")}'])[1 + d.device_id % ${known.length}]` : `'${name} ' || d.device_id % 9`
  return `'${name}', ${type === 'time' ? '(extract(epoch from now()) * 1000)::bigint' : type === 'list' ? `jsonb_build_array(${text})` : text}`
}

type Each = (sql: string) => Promise<void>
/** Registers the devices of a resource, each with reported values. */
const register = async (each: Each, resource: ResourceDefinition, { code, properties }: DeviceTypeDefinition): Promise<void> => {
  await each(`insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type, name, activated)
    select t.sn, t.id, t.tenant_id, t.gateway_id, g.sn, ${code}, t.name, true from ${tableOf(resource)} t join devices_gateway g on g.id = t.gateway_id where t.id >= ${FIRST}`)
  const live = Object.entries(properties).filter(([, { retired }]) => !retired)
  const slots = Math.max(0, ...live.map(([, { slot = 0 }]) => slot))
  const bySlot = new Map(live.map(([, property]) => [property.slot, property]))
  const numbers = Array.from({ length: slots }, (_, n) => bySlot.get(n + 1)).map((property) => (property ? reported(property) : 'null'))
  const texts = live.filter(([, { slot }]) => slot === undefined).map(([name, property]) => reportedText(name, property))
  await each(
    `update devices_latest d set v = array[${numbers.join(', ')}]::float8[], texts = jsonb_build_object(${texts.join(', ')}) where type = ${code}`,
  )
}

/** True if the database has the rows of `fillCity` from an earlier run. */
export const isFilled = async (client: pg.Client): Promise<boolean> =>
  ((await client.query(`select from places_project where id = ${at('places.project')}`)).rowCount ?? 0) > 0

/** Inserts the rows of all resources of the slices by their definitions, with projects and areas, members of groups, and lamps of loops. */
export const fillCity = async (client: pg.Client): Promise<void> => {
  const each: Each = async (sql) => void (await client.query(sql))
  const series = (count: number): string => `generate_series(0, ${count - 1}) n`
  const [projects, areas] = [countOf('places.project'), countOf('places.area')]
  await each(
    `insert into places_project (id, tenant_id, name, type, sort) select ${at('places.project')} + n, '${TENANT}', 'Project ' || n, 2, n from ${series(projects)}`,
  )
  await each(
    `insert into places_area (id, tenant_id, area_name, area_code, sort) select ${at('places.area')} + n, '${TENANT}', 'Area ' || n, 'A' || n, n from ${series(areas)}`,
  )
  // The loads of the controllers are not read here.
  await each('alter table lighting_lamp disable trigger load_insert')
  for (const { resource } of resources) {
    const count = countOf(resource.name)
    if (resource.name === 'devices.type' || resource.name === 'devices.device') continue
    const cells = valuesOf(resource, count)
    await each(`insert into ${tableOf(resource)} (id, tenant_id${cells.map(([name]) => `, ${name}`).join('')})
      select ${at(resource.name)} + n, '${TENANT}'${cells.map(([, sql]) => `, ${sql}`).join('')} from ${series(count)}`)
  }
  await each('alter table lighting_lamp enable trigger load_insert')
  for (const { resource } of resources) {
    const type = resource.device ? types.get(resource.device) : undefined
    if (type) await register(each, resource, type)
  }
  const lamps = countOf('lighting.controller')
  await each(`insert into devices_group_member (group_id, device_id, tenant_id)
    select ${at('devices.group')} + n / ${GROUP_SIZE}, ${at('lighting.controller')} + n, '${TENANT}' from ${series(lamps)}`)
  await each(`insert into cabinets_feed (device_id, loop_id, tenant_id)
    select ${at('lighting.controller')} + n, ${refer('cabinets.loop', lamps)}, '${TENANT}' from ${series(lamps)}`)
}

/** Sets gateways online and gives each device a state. Devices of a kept database went offline with the server. */
export const setStates = async (client: pg.Client): Promise<void> => {
  // A gateway that is silent for minutes is set offline with its devices.
  await client.query(
    `update devices_gateway set online = true, last_seen = now() + interval '1 day' + id % 700 * interval '1 minute' where id >= ${FIRST}`,
  )
  await client.query(`update devices_state set online = device_id % 100 < 94, power = device_id % 200, dim = device_id % 101, reported_at = now(), received_at = now(),
    state = case when device_id % 100 < 80 then 1 when device_id % 100 < 92 then 2 when device_id % 100 < 94 then 3 when device_id % 100 < 97 then 4 else 5 end,
    faults = case when device_id % 100 between 92 and 93 then '{lampFailure}'::text[] else '{}' end`)
}
