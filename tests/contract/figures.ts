import { expect } from 'vitest'
import { type Alarm, DAY, type Device, type Interval, type Tenant } from './figures-world.ts'

/* The figures that calls of this product answer, each with a second way to count it: loops over the rows of the tables. */

export type Query = Readonly<Record<string, string>>
export interface Figure {
  /** Path below `/api/`. */
  readonly call: string
  /** Parameters, besides those of the places and days that every call of its kind is asked with. */
  readonly query?: Query
  readonly kind: 'plain' | 'place' | 'span'
  /** The numbers of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
  readonly pick: (data: any) => unknown
  /** The same numbers from the rows. */
  readonly count: (asked: Asked) => unknown
}
/** A call for a tenant: its time, place and span (epoch ms; undefined: none given). */
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
const devicesOf = (asked: Asked, fits: (device: Device) => boolean = () => true): readonly Device[] =>
  asked.tenant.devices.filter(
    (device) => inPlace(asked, device) && fits(device) && (!asked.query.devType || String(device.type) === asked.query.devType),
  )
const alarmsOf = (asked: Asked): readonly Alarm[] =>
  asked.tenant.alarms.filter(
    (one) =>
      inPlace(asked, one) && (!asked.query.alarmType || asked.query.alarmType === '100' || String(one.type) === asked.query.alarmType),
  )

const share = (part: number, total: number): number | null => (total === 0 ? null : Math.round((1000 * part) / total) / 10)
/** Numbers of items by a key, without keys that have none. */
const numbers = <T>(items: readonly T[], key: (item: T) => unknown): Record<string, number> => {
  const found: Record<string, number> = {}
  for (const item of items) found[String(key(item) ?? '')] = (found[String(key(item) ?? '')] ?? 0) + 1
  return found
}
type Row = Readonly<Record<string, unknown>>
/** The same of answered rows. */
export const numbered = (rows: readonly Row[], key: string, count = 'count'): Record<string, number> => {
  const found: Record<string, number> = {}
  for (const row of rows)
    if (Number(row[count]) > 0) found[String(row[key] ?? '')] = (found[String(row[key] ?? '')] ?? 0) + Number(row[count])
  return found
}
const onlineOf = (devices: readonly Device[]): readonly Device[] => devices.filter(({ online }) => online)

const merged = (parts: readonly Interval[]): Interval[] => {
  const found: Interval[] = []
  for (const part of parts.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && part.from <= last.to) found[found.length - 1] = { from: last.from, to: Math.max(last.to, part.to) }
    else found.push(part)
  }
  return found
}
/** Times in which a device was out of reach. */
const outagesOf = ({ tenant }: Asked, device: Device): readonly Interval[] => {
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
const within = (all: readonly Interval[], { from, to }: Interval): Interval[] => all.filter((one) => one.from <= to && one.to > from)
const isLost = (asked: Asked, device: Device): boolean =>
  within(outagesOf(asked, device), asked.span ?? { from: asked.now, to: asked.now }).length > 0

const causesOf = (asked: Asked): Record<string, number> => {
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
const presence = (asked: Asked) => {
  const all = devicesOf(asked)
  const inactive = all.filter(({ state }) => state === 5).length
  const offline = all.filter((device) => (asked.span ? isLost(asked, device) : device.state === 4)).length
  return { total: all.length, inactive, offline, online: all.length - inactive - offline }
}
const began = (asked: Asked, otherwise: Interval): readonly Alarm[] => {
  const { from, to } = asked.span ?? otherwise
  return alarmsOf(asked).filter((one) => one.began >= from && one.began <= to)
}
const dayIn = (at: number, zone: string): string => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone })
/** First instant of the day of a time, found without the clock of the product: zones change by quarters of an hour. */
export const midnight = (at: number, zone: string): number => {
  const quarter = DAY / 96
  let found = Math.floor(at / quarter) * quarter
  while (dayIn(found - 1, zone) === dayIn(at, zone)) found -= quarter
  return found
}
const byDay = (asked: Asked, fits: (alarm: Alarm) => boolean, code: (alarm: Alarm) => number): Record<string, number> =>
  numbers(
    began(asked, { from: asked.now - 30 * DAY, to: asked.now }).filter(fits),
    (one) => `${dayIn(one.began, asked.tenant.zone)} ${code(one)}`,
  )
const seriesOf = ({ times, series }: { times: string[]; series: { code: number; values: number[] }[] }): Record<string, number> =>
  Object.fromEntries(series.flatMap(({ code, values }) => values.flatMap((n, at) => (n > 0 ? [[`${times[at]} ${code}`, n]] : []))))
const ranked = (asked: Asked, type: number | null, of: 'count' | 'seconds'): unknown[] => {
  const { from, to } = asked.span ?? { from: asked.now - 30 * DAY, to: asked.now }
  const sums = new Map<string, number>()
  for (const one of alarmsOf(asked)) {
    if ((type !== null && one.type !== type) || one.began > to || (one.ended ?? Infinity) < from) continue
    const seconds = Math.max(0, Math.min(one.ended ?? asked.now, asked.now, to) - Math.max(one.began, from)) / 1000
    sums.set(one.device, (sums.get(one.device) ?? 0) + (of === 'count' ? one.count : seconds))
  }
  return [...sums.values()].sort((a, b) => b - a).map((value) => (of === 'seconds' ? expect.closeTo(value / 60, 0) : value))
}
const minutes = ({ records }: { records: { seconds: number }[] }): number[] => records.map(({ seconds }) => seconds / 60)

const AGES = [1, 3, 5, 8, Infinity]
const yearsAgo = (now: number, years: number): number => new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - years)
const ageOf = ({ created }: Device, now: number): number =>
  1 + AGES.findIndex((years) => years === Infinity || created > yearsAgo(now, years))

const facility = (name: string, resource: string): Figure => ({
  call: `blade-device/${name}/status/rate`,
  kind: 'plain',
  pick: ({ total, online, offline, fault, notActivated }) => [total, online, offline, fault, notActivated],
  count: (asked) => {
    const of = (...states: number[]): number => devicesOf(asked, (one) => one.resource === resource && states.includes(one.state)).length
    return [of(1, 2, 3, 4, 5), of(1, 2, 3), of(4), of(3), of(5)]
  },
})
const things = (device: Device): boolean => device.type >= 10_000
const lamps = ({ resource }: Device): boolean => resource === 'lighting.controller'
const states = (devices: readonly Device[]) => numbers(devices, ({ state }) => state)
const stateCounts = (devices: readonly Device[]) => {
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
const lampStates = (tenant: Tenant, kinds: readonly number[]) => {
  const all = lampsIn(tenant, kinds)
  const of = (wanted: number): number => all.filter(({ state }) => state === wanted).length
  return { on: of(1), off: of(2), fault: of(3), offline: of(4), inactive: of(5) }
}
const lampSums = (tenant: Tenant, kind: number) => {
  const all = lampsIn(tenant, [kind])
  return { lamps: all.length, online: all.filter(({ online }) => online).length, lit: all.filter(({ state }) => state === 1).length }
}
/** Solar lamps are devices of their own and lamps of kind 3. */
const solarSums = (tenant: Tenant) => {
  const [wired, own] = [lampSums(tenant, 3), tenant.devices.filter(({ resource }) => resource === 'solar.lamp')]
  return {
    ...{ lamps: wired.lamps + own.length, online: wired.online + own.filter(({ online }) => online).length },
    lit: wired.lit + own.filter(({ state }) => state === 1).length,
    fault: lampStates(tenant, [3]).fault + own.filter(({ state }) => state === 3).length,
  }
}

export const FIGURES: readonly Figure[] = [
  {
    call: 'blade-report/device/status',
    kind: 'place',
    pick: (data) => [
      data.total,
      data.online,
      data.rate,
      numbered(data.states, 'state'),
      numbered(data.types, 'devType'),
      numbered(data.types, 'devType', 'online'),
    ],
    count: (asked) => {
      const all = devicesOf(asked)
      const online = onlineOf(all)
      const type = ({ type: code }: Device) => code
      return [all.length, online.length, share(online.length, all.length), states(all), numbers(all, type), numbers(online, type)]
    },
  },
  {
    call: 'blade-report/device/count',
    kind: 'place',
    pick: (data) => [
      data.total,
      numbered(data.types, 'id'),
      numbered(data.suppliers, 'id'),
      numbered(data.areas, 'id'),
      numbered(data.ages, 'id'),
    ],
    count: (asked) => {
      const all = devicesOf(asked)
      return [
        ...[all.length, numbers(all, ({ type }) => type), numbers(all, ({ supplier }) => supplier), numbers(all, ({ area }) => area)],
        numbers(all, (one) => ageOf(one, asked.now)),
      ]
    },
  },
  ...(['supplier', 'area'] as const).map(
    (by): Figure => ({
      call: `blade-report/dashboard/${by}/count`,
      kind: 'place',
      pick: (data) => [numbered(data, 'id'), numbered(data, 'id', 'online')],
      count: (asked) => [numbers(devicesOf(asked), (one) => one[by]), numbers(onlineOf(devicesOf(asked)), (one) => one[by])],
    }),
  ),
  {
    call: 'blade-report/dashboard/dev/categorical_data',
    kind: 'place',
    pick: (data) => Object.fromEntries(data.map((one: Row) => [one.devType, numbered(one.states as Row[], 'state')])),
    count: (asked) => Object.fromEntries([...Map.groupBy(devicesOf(asked), ({ type }) => type)].map(([type, all]) => [type, states(all)])),
  },
  {
    call: 'blade-device/device/count/by/area',
    kind: 'plain',
    pick: (data) => [numbered(data, 'areaId'), numbered(data, 'areaId', 'online'), numbered(data, 'resource')],
    count: (asked) => [
      ...[numbers(devicesOf(asked), ({ area }) => area), numbers(onlineOf(devicesOf(asked)), ({ area }) => area)],
      numbers(devicesOf(asked), ({ resource }) => resource),
    ],
  },
  {
    call: 'blade-report/device/data/gather',
    kind: 'place',
    pick: (data) => numbered(data.types, 'devType', 'devices'),
    count: (asked) => numbers(devicesOf(asked), ({ type }) => type),
  },
  {
    call: 'blade-report/offline/analysis',
    query: { size: '1000' },
    kind: 'span',
    pick: (data) => [
      ...[data.devices, data.affected, data.outages, data.present, data.byGateway, data.hours, data.rate],
      ...[data.ranks.records.map((one: Row) => one.count).sort()],
    ],
    count: (asked) => {
      const { tenant, now } = asked
      const first = asked.span?.from ?? midnight(midnight(now, tenant.zone) - 28.5 * DAY, tenant.zone)
      const end = Math.min(now, asked.span ? asked.span.to : now)
      const all = devicesOf(asked, ({ state }) => state !== 5)
      const cut = all.map((device) => {
        const found = within(outagesOf(asked, device), { from: first, to: end }).map(({ from, to }) => ({
          ...{ from: Math.max(from, first), to: Math.min(to, end), lasts: to > end },
          byGateway: (tenant.lost.get(device.gateway ?? '') ?? []).some((one) => one.from <= from + DAY / 48 && one.to > from),
        }))
        const since = Math.min(device.created, ...found.map(({ from }) => from))
        return { found, due: Math.max(0, end - Math.max(first, since)) }
      })
      const found = cut.flatMap((one) => one.found)
      const ms = found.reduce((sum, { from, to }) => sum + to - from, 0)
      const due = cut.reduce((sum, one) => sum + one.due, 0)
      return [
        ...[all.length, cut.filter((one) => one.found.length > 0).length, found.length, found.filter(({ lasts }) => lasts).length],
        ...[found.filter(({ byGateway }) => byGateway).length, expect.closeTo((24 * ms) / DAY, -1), expect.closeTo((100 * ms) / due, 0)],
        cut.flatMap((one) => (one.found.length > 0 ? [one.found.length] : [])).sort(),
      ]
    },
  },
  {
    call: 'blade-alarm/alarm/oline_stat',
    kind: 'span',
    pick: ({ total, online, offline, inactive, rate, types }) => [total, online, offline, inactive, rate, numbered(types, 'code', 'total')],
    count: (asked) => {
      const { total, online, offline, inactive } = presence(asked)
      return [total, online, offline, inactive, share(online, total), numbers(devicesOf(asked), ({ type }) => type)]
    },
  },
  {
    call: 'blade-alarm/alarm/offline_stat',
    kind: 'span',
    pick: ({ offline, total, rate, causes }) => [offline, total, rate, numbered(causes, 'code')],
    count: (asked) => {
      const { offline, total } = presence(asked)
      return [offline, total, share(offline, total), causesOf(asked)]
    },
  },
  { call: 'blade-alarm/alarm/offline_analyse', kind: 'span', pick: (data) => numbered(data, 'code'), count: causesOf },
  ...['100', '2'].map(
    (alarmType): Figure => ({
      call: 'blade-alarm/alarm/today_alarm_stat',
      query: { alarmType },
      kind: 'span',
      pick: ({ total, open, disposed, present, types }) => [total, open, disposed, present, numbered(types, 'code')],
      count: (asked) => {
        const all = began(asked, { from: midnight(asked.now, asked.tenant.zone), to: asked.now })
        const open = all.filter((one) => one.open).length
        return [all.length, open, all.length - open, all.filter(({ present }) => present).length, numbers(all, ({ type }) => type)]
      },
    }),
  ),
  {
    call: 'blade-alarm/alarm/count',
    kind: 'span',
    pick: ({ total, severities }) => [total, numbered(severities, 'code')],
    count: (asked) => {
      const all = began(asked, { from: 0, to: Infinity }).filter(({ open, shelved }) => open && !shelved)
      return [all.length, numbers(all, ({ severity }) => severity)]
    },
  },
  {
    call: 'blade-alarm/alarm/stat_charts',
    kind: 'span',
    pick: seriesOf,
    count: (asked) =>
      byDay(
        asked,
        () => true,
        ({ type }) => type,
      ),
  },
  {
    call: 'blade-alarm/alarm/fault_stat_charts',
    kind: 'span',
    pick: seriesOf,
    count: (asked) =>
      byDay(
        asked,
        ({ type }) => type === 2,
        ({ kind }) => kind,
      ),
  },
  {
    call: 'blade-alarm/alarm/rank_by_page',
    query: { size: '1000' },
    kind: 'span',
    pick: ({ records }) => records.map(({ count }: Row) => count),
    count: (asked) => ranked(asked, null, 'count'),
  },
  {
    call: 'blade-alarm/alarm/offline_frequency_rank_by_page',
    query: { size: '1000' },
    kind: 'span',
    pick: ({ records }) => records.map(({ count }: Row) => count),
    count: (asked) => ranked(asked, 1, 'count'),
  },
  {
    call: 'blade-alarm/alarm/offline_duration_rank_by_page',
    query: { size: '1000' },
    kind: 'span',
    pick: minutes,
    count: (asked) => ranked(asked, 1, 'seconds'),
  },
  {
    call: 'blade-alarm/alarm/bell',
    kind: 'plain',
    pick: ({ count }) => count,
    count: ({ tenant }) => tenant.alarms.filter(({ open, shelved }) => open && !shelved).length,
  },
  facility('trash', 'environment.trash'),
  facility('well', 'environment.well'),
  {
    call: 'blade-device/gc-web/thing/count',
    kind: 'plain',
    pick: (data) => data,
    count: (asked) => stateCounts(devicesOf(asked, things)),
  },
  {
    call: 'blade-device/gc-web/thing/type',
    kind: 'plain',
    pick: (data) =>
      Object.fromEntries(
        data.map(({ code, total, online, offline, fault, inactive }: Row) => [code, { total, online, offline, fault, inactive }]),
      ),
    count: (asked) =>
      Object.fromEntries([...Map.groupBy(devicesOf(asked, things), ({ type }) => type)].map(([type, all]) => [type, stateCounts(all)])),
  },
  {
    call: 'blade-city/controller/count',
    kind: 'plain',
    pick: ({ total, online, states: counts }) => [total, online, numbered(counts, 'status')],
    count: (asked) => {
      const all = devicesOf(asked, lamps)
      return [all.length, onlineOf(all).length, states(all)]
    },
  },
  {
    call: 'blade-city/controller/count/chart',
    kind: 'plain',
    pick: (data) => [numbered(data.states, 'status'), data.days],
    count: (asked) => {
      const days = [...Map.groupBy(asked.tenant.areaDays, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1))
      const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
      return [
        states(devicesOf(asked, lamps)),
        days.map(([date, all]) => ({
          date,
          online: Math.round(sum(all.map(({ online }) => Number(online))) / DAY),
          total: sum(all.map(({ due }) => due)),
        })),
      ]
    },
  },
  {
    call: 'blade-report/device/data/history/line/chart',
    kind: 'place',
    pick: ({ times, series }) =>
      ['energy', 'onlineHours'].map((code) => {
        const { values } = series.find((one: Row) => one.code === code)
        return Object.fromEntries(times.flatMap((day: string, at: number) => (values[at] === null ? [] : [[day, values[at]]])))
      }),
    count: (asked) => {
      const among = new Set(devicesOf({ ...asked, query: { ...asked.query, devType: '' } }, lamps).map(({ id }) => id))
      const days = Map.groupBy(
        asked.tenant.days.filter(({ device }) => among.has(device)),
        ({ day }) => day,
      )
      const sums = (of: (row: Tenant['days'][number]) => number, unit: number, decimals: number) =>
        Object.fromEntries(
          [...days].map(([day, all]) => [day, expect.closeTo(all.reduce((sum, row) => sum + of(row), 0) / unit, decimals)]),
        )
      return [sums(({ energy }) => Number(energy), 1e6, 2), sums(({ online }) => online, 3.6e6, 1)]
    },
  },
  {
    call: 'blade-report/scan/in/list',
    query: { size: '1000' },
    kind: 'place',
    pick: ({ total, records }) => [total, records.map(({ deviceId }: Row) => deviceId).sort()],
    count: (asked) => {
      // Devices of one kind that came at the same time came together.
      const together = numbers(asked.tenant.devices, ({ resource, created }) => `${resource} ${created}`)
      const first = midnight(midnight(asked.now, asked.tenant.zone) - 28.5 * DAY, asked.tenant.zone)
      const alone = devicesOf(
        asked,
        (one) => one.creator !== null && one.created >= first && together[`${one.resource} ${one.created}`] === 1,
      )
      return [alone.length, alone.map(({ id }) => id).sort()]
    },
  },
  {
    call: 'blade-device/gateway/status_num',
    kind: 'plain',
    pick: (data) => data,
    count: ({ tenant }) => {
      const of = (fits: (one: Tenant['gateways'][number]) => boolean): number => tenant.gatewaysSeen.filter(fits).length
      return {
        ...{ total: of(({ status }) => status === 1), online: of(({ status, online }) => status === 1 && online) },
        ...{ offline: of(({ status, online }) => status === 1 && !online), unregistered: of(({ status }) => status === 0) },
      }
    },
  },
  {
    call: 'blade-device/device/list',
    query: { size: '1' },
    kind: 'plain',
    pick: ({ total }) => total,
    count: ({ tenant }) => tenant.devices.length + tenant.gatewaysSeen.length,
  },
  {
    call: 'blade-report/dashboard/info',
    kind: 'plain',
    pick: ({ lamps: all, states: counts, kinds, gateways }) => [
      all,
      counts,
      kinds.map(({ kind, lamps: n, online, lit }: Row) => ({ kind, lamps: n, online, lit })),
      gateways,
    ],
    count: ({ tenant }) => {
      const { on, off, fault, offline, inactive } = lampStates(tenant, [1, 2, 3])
      return [
        ...[tenant.lamps.length, { on, off, fault, offline, inactive }],
        [1, 2].map((kind) => ({ kind, ...lampSums(tenant, kind) })).concat([{ kind: 3, ...solarSums(tenant), fault: undefined } as never]),
        {
          total: tenant.gateways.filter(({ status }) => status === 1).length,
          online: tenant.gateways.filter(({ status, online }) => status === 1 && online).length,
        },
      ]
    },
  },
  ...(['city', 'sun', 'visual'] as const).map(
    (name): Figure => ({
      call: 'blade-report/dashboard/overview',
      query: { name },
      kind: 'plain',
      pick: ({ values }) => {
        const tables = (values as readonly { columns: readonly { code: string }[]; rows: readonly unknown[][] }[]).map(
          ({ columns, rows }) => ({
            codes: columns.map(({ code }) => code),
            rows,
          }),
        )
        const of = (code: string, fits: (codes: string[]) => boolean) => {
          const table = tables.find(({ codes }) => codes.includes(code) && fits(codes))
          return table?.rows.map((row) => row[table.codes.indexOf(code)])
        }
        if (name === 'sun')
          return [
            of('lamps', (codes) => codes.includes('soc')),
            of('fault', (codes) => codes.includes('soc')),
            of('lamps', (codes) => codes.includes('kind')),
          ]
        if (name === 'city')
          return [
            of('lamps', (codes) => codes.includes('nominalKw') && codes.includes('gateways')),
            of('lamps', (codes) => codes.includes('kind')),
          ]
        return [of('devices', (codes) => codes.includes('kind'))?.toSorted()]
      },
      count: ({ tenant }) => {
        const kinds = [lampSums(tenant, 1).lamps, lampSums(tenant, 2).lamps, solarSums(tenant).lamps]
        if (name === 'sun') return [[solarSums(tenant).lamps], [solarSums(tenant).fault], kinds]
        if (name === 'city') return [[tenant.lamps.length], kinds]
        return [Object.values(numbers(tenant.devices, ({ resource }) => resource)).toSorted()]
      },
    }),
  ),
]
