import { expect } from 'vitest'
import { type Alarm, DAY, type Device, type Interval, type Tenant } from './figures-world.ts'

// Functions that count figures a second time: loops over the rows of the tables, without SQL.

export type Query = Readonly<Record<string, string>>
export type Row = Readonly<Record<string, unknown>>
/** Members of the answers of all figures; each answer has some of them. */
export interface Answer
  extends Readonly<
    Record<
      'total' | 'online' | 'offline' | 'inactive' | 'rate' | 'fault' | 'notActivated' | 'open' | 'disposed' | 'present' | 'count' | 'lamps',
      number
    > &
      Record<'devices' | 'affected' | 'outages' | 'byGateway' | 'hours', number> &
      Record<'types' | 'suppliers' | 'areas' | 'ages' | 'causes' | 'severities' | 'days' | 'kinds' | 'values', readonly Row[]>
  > {
  readonly states: readonly Row[]
  readonly gateways: unknown
  readonly ranks: { readonly records: readonly Row[] }
  readonly records: readonly (Row & { readonly seconds: number })[]
  readonly times: readonly string[]
  readonly series: readonly { readonly code: number | string; readonly values: readonly number[] }[]
}
/** The rows of an answer that is a list. */
export const listed = (data: Answer): readonly Row[] => data as unknown as readonly Row[]
export interface Figure {
  /** Path below `/api/`. */
  readonly call: string
  /** Parameters besides the places and days with which every call of its kind is tested. */
  readonly query?: Query
  readonly kind: 'plain' | 'place' | 'span'
  /** Returns the numbers of the answer. */
  readonly pick: (data: Answer) => unknown
  /** Returns the same numbers, counted from the rows. */
  readonly count: (asked: Asked) => unknown
}
/** A call for a tenant, with its time and its span in epoch ms; `span` is undefined if the call names no days. */
export interface Asked {
  readonly tenant: Tenant
  readonly query: Query
  readonly now: number
  readonly span: Interval | undefined
}

const isBelow = (tenant: Tenant, id: string | null, root: string): boolean => {
  for (let at = id; at; at = tenant.parents.get(at) ?? null) if (at === root) return true
  return false
}
const inPlace = ({ tenant, query }: Asked, { area, project }: { area: string | null; project: string | null }): boolean =>
  (!query.areaId || isBelow(tenant, area, query.areaId)) && (!query.projectId || isBelow(tenant, project, query.projectId))
export const devicesOf = (asked: Asked, fits: (device: Device) => boolean = () => true): readonly Device[] =>
  asked.tenant.devices.filter(
    (device) => inPlace(asked, device) && fits(device) && (!asked.query.devType || String(device.type) === asked.query.devType),
  )
/** Devices that were removed after the begin of a span. */
export const removedOf = (asked: Asked, from: number): Tenant['removed'] =>
  asked.tenant.removed.filter(
    (one) => inPlace(asked, one) && one.left >= from && (!asked.query.devType || String(one.type) === asked.query.devType),
  )
const alarmsOf = (asked: Asked): readonly Alarm[] =>
  asked.tenant.alarms.filter(
    (one) =>
      inPlace(asked, one) && (!asked.query.alarmType || asked.query.alarmType === '100' || String(one.type) === asked.query.alarmType),
  )

export const share = (part: number, total: number): number | null => (total === 0 ? null : Math.round((1000 * part) / total) / 10)
/** Returns the number of items by key; keys without items are missing. */
export const numbers = <T>(items: readonly T[], key: (item: T) => unknown): Record<string, number> => {
  const found: Record<string, number> = {}
  for (const item of items) found[String(key(item) ?? '')] = (found[String(key(item) ?? '')] ?? 0) + 1
  return found
}
/** Returns the same from the rows of an answer, which contain the numbers. */
export const numbered = (rows: readonly Row[], key: string, count = 'count'): Record<string, number> => {
  const found: Record<string, number> = {}
  for (const row of rows)
    if (Number(row[count]) > 0) found[String(row[key] ?? '')] = (found[String(row[key] ?? '')] ?? 0) + Number(row[count])
  return found
}
export const onlineOf = (devices: readonly Device[]): readonly Device[] => devices.filter(({ online }) => online)

const merged = (parts: readonly Interval[]): Interval[] => {
  const found: Interval[] = []
  for (const part of parts.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && part.from <= last.to) found[found.length - 1] = { from: last.from, to: Math.max(last.to, part.to) }
    else found.push(part)
  }
  return found
}
/** Returns the intervals in which a device was offline. */
export const outagesOf = ({ tenant }: Asked, device: Device): readonly Interval[] => {
  if (device.state === 5) return []
  const end = (to: number): number => (to === Infinity && device.online ? (device.seenAt ?? Infinity) : to)
  return merged([
    ...(tenant.lost.get(device.id) ?? []).map(({ from, to }) => ({ from, to: end(to) })),
    ...(tenant.lost.get(device.gateway ?? '') ?? []).map(({ from, to }) => ({ from: Math.max(from, device.created), to: end(to) })),
    ...tenant.alarms
      .filter((one) => one.device === device.id && one.kind === 1 && one.count === 1)
      .map(({ began, ended }) => ({ from: began, to: end(ended ?? Infinity) })),
    ...(device.state === 4 ? [{ from: device.seenAt ?? device.created, to: Infinity }] : []),
  ])
}
export const within = (all: readonly Interval[], { from, to }: Interval): Interval[] => all.filter((one) => one.from <= to && one.to > from)
const isLost = (asked: Asked, device: Device): boolean =>
  within(outagesOf(asked, device), asked.span ?? { from: asked.now, to: asked.now }).length > 0

export const causesOf = (asked: Asked): Record<string, number> => {
  const { tenant, now } = asked
  const span = asked.span ?? { from: now, to: now }
  return numbers(
    devicesOf(asked).filter((device) => isLost(asked, device)),
    (device) => {
      const last = within(outagesOf(asked, device), span).at(-1) as Interval
      const before = (tenant.lost.get(device.gateway ?? '') ?? []).some(({ from, to }) => from <= last.from + DAY / 48 && to > last.from)
      const gone = last.to === Infinity && tenant.gateways.some(({ id, online }) => id === device.gateway && !online)
      if (before || gone) return 'gateway'
      const dark = tenant.alarms.some(
        (one) =>
          [device.id, device.gateway].includes(one.device) && one.kind === 16 && one.began < last.to && (one.ended ?? Infinity) > last.from,
      )
      return dark ? 'supply' : 'unknown'
    },
  )
}
export const presence = (asked: Asked) => {
  const all = devicesOf(asked)
  const inactive = all.filter(({ state }) => state === 5).length
  const offline = all.filter((device) => (asked.span ? isLost(asked, device) : device.state === 4)).length
  return { total: all.length, inactive, offline, online: all.length - inactive - offline }
}
export const began = (asked: Asked, otherwise: Interval): readonly Alarm[] => {
  const { from, to } = asked.span ?? otherwise
  return alarmsOf(asked).filter((one) => one.began >= from && one.began <= to)
}
/** Midnights that were computed, by zone and day. Computing one is slow, and the figures of all devices ask for the same days. */
const midnights = new Map<string, number>()
const dayIn = (at: number, zone: string): string => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone })
/**
 * Returns the first instant of the day of a time, without functions of the product: it steps back by quarters of an hour, the unit of zone
 * offsets.
 */
export const midnight = (at: number, zone: string): number => {
  const quarter = DAY / 96
  let found = Math.floor(at / quarter) * quarter
  const asked = `${found} ${zone}`
  const known = midnights.get(asked)
  if (known !== undefined) return known
  while (dayIn(found - 1, zone) === dayIn(at, zone)) found -= quarter
  midnights.set(asked, found)
  return found
}
export const byDay = (asked: Asked, fits: (alarm: Alarm) => boolean, code: (alarm: Alarm) => number): Record<string, number> =>
  numbers(
    began(asked, { from: asked.now - 30 * DAY, to: asked.now }).filter(fits),
    (one) => `${dayIn(one.began, asked.tenant.zone)} ${code(one)}`,
  )
export const seriesOf = ({ times, series }: Answer): Record<string, number> =>
  Object.fromEntries(series.flatMap(({ code, values }) => values.flatMap((n, at) => (n > 0 ? [[`${times[at]} ${code}`, n]] : []))))
export const ranked = (asked: Asked, type: number | null, of: 'count' | 'seconds'): unknown[] => {
  const { from, to } = asked.span ?? { from: asked.now - 30 * DAY, to: asked.now }
  const sums = new Map<string, number>()
  for (const one of alarmsOf(asked)) {
    if ((type !== null && one.type !== type) || one.began > to || (one.ended ?? Infinity) < from) continue
    const seconds = Math.max(0, Math.min(one.ended ?? asked.now, asked.now, to) - Math.max(one.began, from)) / 1000
    sums.set(one.device, (sums.get(one.device) ?? 0) + (of === 'count' ? one.count : seconds))
  }
  return [...sums.values()].sort((a, b) => b - a).map((value) => (of === 'seconds' ? expect.closeTo(value / 60, 0) : value))
}
export const minutes = ({ records }: Answer): number[] => records.map(({ seconds }) => seconds / 60)

const AGES = [1, 3, 5, 8, Infinity]
const yearsAgo = (now: number, years: number): number => new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - years)
export const ageOf = ({ created }: Device, now: number): number =>
  1 + AGES.findIndex((years) => years === Infinity || created > yearsAgo(now, years))

export const things = (device: Device): boolean => device.type >= 10_000
export const lamps = ({ resource }: Device): boolean => resource === 'lighting.controller'
export const states = (devices: readonly Device[]) => numbers(devices, ({ state }) => state)
export const stateCounts = (devices: readonly Device[]) => {
  const of = (...wanted: number[]): number => devices.filter(({ state }) => wanted.includes(state)).length
  return { total: devices.length, online: of(1, 2, 3), offline: of(4), fault: of(3), inactive: of(5) }
}

const lampsIn = (tenant: Tenant, kinds: readonly number[]) => {
  const byId = new Map(tenant.devices.map((device) => [device.id, device]))
  return tenant.lamps
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ controller }) => byId.get(controller ?? ''))
    .map((device) => ({ state: device?.state ?? 5, online: device?.online ?? false }))
}
export const lampStates = (tenant: Tenant, kinds: readonly number[]) => {
  const all = lampsIn(tenant, kinds)
  const of = (wanted: number): number => all.filter(({ state }) => state === wanted).length
  return { on: of(1), off: of(2), fault: of(3), offline: of(4), inactive: of(5) }
}
export const lampSums = (tenant: Tenant, kind: number) => {
  const all = lampsIn(tenant, [kind])
  return { lamps: all.length, online: all.filter(({ online }) => online).length, lit: all.filter(({ state }) => state === 1).length }
}
/** Sums of solar lamps, which are devices of a type of their own or lamps of kind 3. */
export const solarSums = (tenant: Tenant) => {
  const [wired, own] = [lampSums(tenant, 3), tenant.devices.filter(({ resource }) => resource === 'solar.lamp')]
  return {
    lamps: wired.lamps + own.length,
    online: wired.online + own.filter(({ online }) => online).length,
    lit: wired.lit + own.filter(({ id, state }) => state === 1 && tenant.solar.get(id)?.on).length,
    fault: lampStates(tenant, [3]).fault + own.filter(({ state }) => state === 3).length,
  }
}
/** What the overview of solar lamps shows besides its sums: lamps by state, batteries by what they do, lowest states of charge, number of faulty lamps. */
export const solarTables = (tenant: Tenant) => {
  const own = tenant.devices.filter(({ resource }) => resource === 'solar.lamp')
  const { lamps: all, lit, fault } = solarSums(tenant)
  const { offline, inactive } = lampStates(tenant, [3])
  const of = (wanted: number): number => own.filter(({ state }) => state === wanted).length
  const values = own.flatMap(({ id, online }) => (online ? (tenant.solar.get(id) ?? []) : []))
  const [away, idle] = [offline + of(4), inactive + of(5)]
  const works = Object.entries(numbers(values, ({ work }) => work)).toSorted(([a], [b]) => Number(a) - Number(b))
  return {
    states: [lit, all - lit - fault - away - idle, fault, away, idle],
    works: works.map(([, n]) => n),
    charges: values.map(({ soc }) => soc).toSorted((a, b) => a - b),
    faulty: fault,
  }
}
