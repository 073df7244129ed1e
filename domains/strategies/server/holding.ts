import { type Capability, compileFor, type Finding, needsPlace, type Program, type Refusal } from '@lamplight/calendar'
import type { TargetQuery } from '@lamplight/control/model'
import { pick } from '@lamplight/kit'
import { LIMITS } from '@lamplight/protocol'
import { arrayOf, type Ctx, tableOf } from '@lamplight/server-kit'
import type { ShownCode } from '../model/finding-words.ts'
import { calendarLimit, KINDS, strategiesErrors, USUAL_LIMITS } from '../model/index.ts'
import { wordsOf } from './night/lint.ts'
import { programOf, type SpecialDay, type StrategyRow, type WireProgram } from './night/program.ts'
import { CELLS_PER_DEGREE } from './publish/preview.ts'

/** Room for the id, the hash and the zone of a calendar in its message, bytes. */
const ENVELOPE = 512

/** Strategies of a device by id. */
export interface Combination {
  readonly normal: string | null
  readonly specials: readonly string[]
}
/** Devices with the same strategies and the same model; those that may need offsets by date are also of one cell of the map. */
export interface Group extends Combination {
  /** Name of the model; empty if the devices have none. */
  readonly model: string
  /** What the model holds. `isUsual`: no row says so. */
  readonly capability: Capability
  readonly isUsual: boolean
  /** Middle of the cell; null if unknown or not needed. */
  readonly lat: number | null
  readonly lng: number | null
  /** True if the devices have a row in strategies_device: they have or had a strategy. */
  readonly assigned: boolean
  readonly devices: number
  /** Ids of the devices, if they were asked for. */
  readonly ids: readonly string[]
}
interface GroupRow extends Omit<Group, 'capability' | 'isUsual'> {
  readonly limits: Capability | null
  /** The controllers drive two lamps. */
  readonly twoWay: boolean
}

/** Devices of a query of lamps (port `control.targets`) by their strategies, models and cells; $1 are the ids if `ids` is given, the parameters of the lamps follow. */
const GROUPS = (
  lamps: string,
  ids: boolean,
): string => `select d.normal_id::text as normal, coalesce(d.special_ids, '{}')::text[] as specials, d.device_id is not null as assigned,
    coalesce(l.two_way, false) as "twoWay", coalesce(m.name, '') as model, case when k.id is not null then jsonb_build_object('entries', k.entries, 'specials', k.specials, 'heads', k.heads,
      'sun', k.sun, 'civil', k.civil, 'sensor', k.sensor) end as limits,
    case when k.sun and not k.civil then (round((l.lat * ${CELLS_PER_DEGREE})::numeric) / ${CELLS_PER_DEGREE})::float8 end as lat,
    case when k.sun and not k.civil then (round((l.lng * ${CELLS_PER_DEGREE})::numeric) / ${CELLS_PER_DEGREE})::float8 end as lng,
    count(*)::int as devices, ${ids ? 'array_agg(u.id::text order by u.id)' : `'{}'::text[]`} as ids
  from ${ids ? `unnest($1::bigint[]) as u (id) left join (${lamps}) l on l.device_id = u.id` : `(${lamps}) l`}
  left join strategies_device d on d.device_id = ${ids ? 'u.id' : 'l.device_id'}
  left join devices_models m on m.id = l.model_id
  left join ${tableOf(calendarLimit)} k on k.model_id = l.model_id and not k.is_deleted
  group by d.normal_id, d.special_ids, m.id, m.name, k.id, k.entries, k.specials, k.heads, k.sun, k.civil, k.sensor, d.device_id is not null, coalesce(l.two_way, false), 7, 8 order by min(${ids ? 'u.id' : 'l.device_id'})`

/** Places lamps of unknown position in the middle of the others. */
const placed = (rows: readonly GroupRow[]): readonly GroupRow[] => {
  const known = rows.filter(({ lat, lng }) => lat !== null && lng !== null)
  if (known.length === 0 || known.length === rows.length) return rows
  const mean = (key: 'lat' | 'lng'): number =>
    Math.round((known.reduce((sum, row) => sum + (row[key] ?? 0), 0) / known.length) * CELLS_PER_DEGREE) / CELLS_PER_DEGREE
  const [lat, lng] = [mean('lat'), mean('lng')]
  return rows.map((row) => (row.lat === null && row.limits?.sun && !row.limits.civil ? { ...row, lat, lng } : row))
}

/**
 * Groups devices by what they do now and what they can hold.
 * @param lamps the lamps of a port, whose SQL has its parameters from $1 on
 * @param deviceIds devices to group, whether or not they are lamps; without it all of `lamps`, without ids
 */
export const groupsOf = async (ctx: Ctx, lamps: TargetQuery, deviceIds?: readonly string[]): Promise<readonly Group[]> => {
  const shifted = deviceIds ? lamps.sql.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + 1}`) : lamps.sql
  const params = [...(deviceIds ? [arrayOf(deviceIds)] : []), ...lamps.params]
  const rows = await ctx.query<GroupRow>(GROUPS(shifted, deviceIds !== undefined), params)
  return placed(rows).map(({ limits, twoWay, ...row }) => {
    const held = limits ?? USUAL_LIMITS
    return { ...row, capability: { ...held, heads: Math.min(held.heads, twoWay ? 2 : 1) }, isUsual: limits === null }
  })
}

/** The calendar of a group: the program of its strategies in the form that its devices hold. */
export interface Holding {
  readonly group: Group
  /** Strategies that the devices will have. */
  readonly next: Combination
  /** Null: the devices have no strategy any more. */
  readonly program: WireProgram | null
  readonly refusals: readonly Refusal[]
  /** Switch points that the devices get in another form, as places in `program`. */
  readonly changes: readonly { readonly entry: number; readonly special?: number }[]
  /** Index of `own` in the specials of the program; -1: it is not among them. */
  readonly special: number
}

interface Compile {
  readonly groups: readonly Group[]
  readonly rows: ReadonlyMap<string, StrategyRow>
  readonly days: readonly SpecialDay[]
  /** Strategies that a group will have. */
  readonly nextOf: (group: Group) => Combination
  /** Strategy that is published or drafted; its id may be empty. */
  readonly own: StrategyRow
}

/** Compiles the calendars of groups. Equal programs of equal capabilities in one cell are compiled once. */
export const compileGroups = ({ zone }: Pick<Ctx, 'zone'>, { groups, rows, days, nextOf, own }: Compile): readonly Holding[] => {
  const known = new Map<string, Omit<Holding, 'group' | 'next'>>()
  const strategyOf = (id: string): StrategyRow | undefined => (id === own.id ? own : rows.get(id))
  const compiled = (next: Combination, { capability, lat, lng }: Group): Omit<Holding, 'group' | 'next'> => {
    const specials = next.specials.flatMap((id) => strategyOf(id) ?? [])
    const program: Program = programOf(next.normal === null ? undefined : strategyOf(next.normal), specials, days)
    const site = needsPlace(program, capability) && lat !== null && lng !== null ? { lat, lng, zone } : null
    const key = JSON.stringify([next, capability, site])
    const before = known.get(key)
    if (before) return before
    const { program: held, refusals, changes } = compileFor(program, capability, site)
    const special = program.specials?.findIndex(({ name }) => name === own.name) ?? -1
    const isEmpty = next.normal === null && next.specials.length === 0
    const isTooLarge = changes.length > 0 && JSON.stringify(held).length > LIMITS.payloadBytes - ENVELOPE
    const made = {
      program: isEmpty ? null : { zone, ...held },
      changes,
      special,
      refusals: isTooLarge ? [...refusals, { code: 'tooLarge' as const, values: {} }] : refusals,
    }
    known.set(key, made)
    return made
  }
  return groups.map((group) => {
    const next = nextOf(group)
    return { group, next, ...compiled(next, group) }
  })
}

const modelName = (ctx: Pick<Ctx, 'lang'>, model: string): string => model || pick(['未设型号的设备', 'Devices without a model'], ctx.lang)

/** Throws the first refusal, with the model and the number of its devices. */
export const refuseUnheld = (ctx: Pick<Ctx, 'lang'>, holdings: readonly Holding[]): void => {
  const first = holdings.find(({ refusals }) => refusals.length > 0)
  const refusal = first?.refusals[0]
  if (!first || !refusal) return
  const n = holdings.reduce(
    (sum, { group, refusals }) => sum + (group.model === first.group.model && refusals.length > 0 ? group.devices : 0),
    0,
  )
  throw strategiesErrors.cannotHold(
    { model: modelName(ctx, first.group.model), n, why: wordsOf(ctx, refusal.code, refusal.values) },
    'entries',
  )
}

/** Findings about models with limits: one for each model and switch point that the model cannot hold, and one for switch points that it gets in another form. */
export const holdingFindings = (ctx: Pick<Ctx, 'lang'>, holdings: readonly Holding[], own: StrategyRow): readonly Finding<ShownCode>[] => {
  const found = new Map<string, Finding<ShownCode>>()
  const add = ({ model, devices }: Group, finding: Omit<Finding<ShownCode>, 'firstNight' | 'nights'>): void => {
    const { code, special, entries, values } = finding
    const key = JSON.stringify([code, model, special, entries])
    const sum = Number(found.get(key)?.values.devices ?? 0) + devices
    found.set(key, { ...finding, values: { ...values, model: modelName(ctx, model), devices: sum } })
  }
  for (const { group, refusals, changes, special: ownSpecial } of holdings) {
    // The linter already reports what exceeds the usual limits, except a head that a lamp does not have.
    if (group.isUsual && refusals.every(({ code }) => code !== 'headMissing')) continue
    const isOwn = ({ special }: { readonly special?: number }): boolean => special === (own.kind === KINDS.special ? ownSpecial : undefined)
    const list = own.kind === KINDS.special ? { special: 0 } : {}
    for (const refusal of refusals) {
      const { code, entry, values } = refusal
      add(group, { code, severity: 'error', values, ...(isOwn(refusal) && { ...list, ...(entry !== undefined && { entries: [entry] }) }) })
    }
    const entries = changes.filter(isOwn).map(({ entry }) => entry)
    if (entries.length > 0) add(group, { code: 'twilightByOffset', severity: 'warning', values: {}, ...list, entries })
  }
  return [...found.values()]
}
