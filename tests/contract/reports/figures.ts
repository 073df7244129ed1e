import { expect } from 'vitest'
import { ALARM_FIGURES } from './figures-alarms.ts'
import {
  ageOf,
  devicesOf,
  type Figure,
  lampStates,
  lampSums,
  lamps,
  listed,
  midnight,
  numbered,
  numbers,
  onlineOf,
  outagesOf,
  type Row,
  removedOf,
  share,
  solarSums,
  solarTables,
  stateCounts,
  states,
  things,
  within,
} from './figures-count.ts'
import { DAY, type Device, type Tenant } from './figures-world.ts'

// The figures that calls of this product answer, each with a second way to count it: loops over the rows of the tables.

const facility = (name: string, resource: string): Figure => ({
  call: `blade-device/${name}/status/rate`,
  kind: 'plain',
  pick: ({ total, online, offline, fault, notActivated }) => [total, online, offline, fault, notActivated],
  count: (asked) => {
    const of = (...states: number[]): number => devicesOf(asked, (one) => one.resource === resource && states.includes(one.state)).length
    return [of(1, 2, 3, 4, 5), of(1, 2, 3), of(4), of(3), of(5)]
  },
})
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
        all.length,
        numbers(all, ({ type }) => type),
        numbers(all, ({ supplier }) => supplier),
        numbers(all, ({ area }) => area),
        numbers(all, (one) => ageOf(one, asked.now)),
      ]
    },
  },
  ...(['supplier', 'area'] as const).map(
    (by): Figure => ({
      call: `blade-report/dashboard/${by}/count`,
      kind: 'place',
      pick: (data) => [numbered(listed(data), 'id'), numbered(listed(data), 'id', 'online')],
      count: (asked) => [numbers(devicesOf(asked), (one) => one[by]), numbers(onlineOf(devicesOf(asked)), (one) => one[by])],
    }),
  ),
  {
    call: 'blade-report/dashboard/dev/categorical_data',
    kind: 'place',
    pick: (data) => Object.fromEntries(listed(data).map((one) => [one.devType, numbered(one.states as Row[], 'state')])),
    count: (asked) => Object.fromEntries([...Map.groupBy(devicesOf(asked), ({ type }) => type)].map(([type, all]) => [type, states(all)])),
  },
  {
    call: 'blade-device/device/count/by/area',
    kind: 'plain',
    pick: (data) => [numbered(listed(data), 'areaId'), numbered(listed(data), 'areaId', 'online'), numbered(listed(data), 'resource')],
    count: (asked) => [
      numbers(devicesOf(asked), ({ area }) => area),
      numbers(onlineOf(devicesOf(asked)), ({ area }) => area),
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
      data.devices,
      data.affected,
      data.outages,
      data.present,
      data.byGateway,
      data.hours,
      data.rate,
      data.ranks.records.map((one) => one.count).sort(),
    ],
    count: (asked) => {
      const { tenant, now } = asked
      const first = asked.span?.from ?? midnight(midnight(now, tenant.zone) - 28.5 * DAY, tenant.zone)
      const end = Math.min(now, asked.span ? asked.span.to : now)
      const all = [...devicesOf(asked), ...removedOf(asked, first)].filter(({ state }) => state !== 5)
      const cut = all.map((device) => {
        const left = 'left' in device ? Number(device.left) : Infinity
        const there = outagesOf(asked, device).flatMap(({ from, to }) => (from < left ? [{ from, to: Math.min(to, left) }] : []))
        const found = within(there, { from: first, to: end }).map(({ from, to }) => ({
          from: Math.max(from, first),
          to: Math.min(to, end),
          lasts: to > end,
          byGateway: (tenant.lost.get(device.gateway ?? '') ?? []).some((one) => one.from <= from + DAY / 48 && one.to > from),
        }))
        const read = tenant.days
          .filter((one) => one.device === device.id)
          .map(({ day }) => midnight(Date.parse(`${day}T12:00:00Z`), tenant.zone))
        const since = Math.min(device.created, ...found.map(({ from }) => from), ...read.filter((at) => at >= first))
        return { found, due: Math.max(0, Math.min(end, left) - Math.max(first, since)) }
      })
      const found = cut.flatMap((one) => one.found)
      const ms = found.reduce((sum, { from, to }) => sum + to - from, 0)
      const due = cut.reduce((sum, one) => sum + one.due, 0)
      return [
        all.length,
        cut.filter((one) => one.found.length > 0).length,
        found.length,
        found.filter(({ lasts }) => lasts).length,
        found.filter(({ byGateway }) => byGateway).length,
        expect.closeTo((24 * ms) / DAY, -1),
        expect.closeTo((100 * ms) / due, 0),
        cut.flatMap((one) => (one.found.length > 0 ? [one.found.length] : [])).sort(),
      ]
    },
  },
  ...ALARM_FIGURES,
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
        listed(data).map(({ code, total, online, offline, fault, inactive }) => [code, { total, online, offline, fault, inactive }]),
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
        const values = series.find((one) => one.code === code)?.values ?? []
        return Object.fromEntries(times.flatMap((day, at) => (values[at] === null ? [] : [[day, values[at]]])))
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
    pick: ({ total, records }) => [total, records.map(({ deviceId }) => deviceId).sort()],
    count: (asked) => {
      // Devices of one kind with the same time of creation were added in one call.
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
        total: of(({ status }) => status === 1),
        online: of(({ status, online }) => status === 1 && online),
        offline: of(({ status, online }) => status === 1 && !online),
        unregistered: of(({ status }) => status === 0),
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
      kinds.map(({ kind, lamps: n, online, lit }) => ({ kind, lamps: n, online, lit })),
      gateways,
    ],
    count: ({ tenant }) => {
      const { on, off, fault, offline, inactive } = lampStates(tenant, [1, 2, 3])
      return [
        tenant.lamps.length,
        { on, off, fault, offline, inactive },
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
        const tables = (values as unknown as readonly { columns: readonly { code: string }[]; rows: readonly unknown[][] }[]).map(
          ({ columns, rows }) => ({
            codes: columns.map(({ code }) => code),
            rows,
          }),
        )
        const of = (code: string, fits: (codes: string[]) => boolean) => {
          const table = tables.find(({ codes }) => codes.includes(code) && fits(codes))
          return table?.rows.map((row) => row[table.codes.indexOf(code)])
        }
        if (name === 'sun') {
          const [whole, fault] = [of('lamps', (codes) => codes.includes('panelKw')), of('fault', (codes) => codes.includes('panelKw'))]
          const charges = of('soc', (codes) => codes.includes('voltage'))
          const [byState, works] = ['state', 'work'].map((code) => of('lamps', (codes) => codes[0] === code))
          const wired = of('wired', () => true)
          return [whole, fault, wired, { states: byState, works, charges, faulty: of('faults', () => true)?.length }]
        }
        if (name === 'city')
          return [
            of('lamps', (codes) => codes.includes('nominalKw') && codes.includes('gateways')),
            of('lamps', (codes) => codes.includes('kind')),
          ]
        return [of('devices', (codes) => codes.includes('kind'))?.toSorted()]
      },
      count: ({ tenant }) => {
        const kinds = [lampSums(tenant, 1).lamps, lampSums(tenant, 2).lamps, solarSums(tenant).lamps]
        if (name === 'sun') return [[solarSums(tenant).lamps], [solarSums(tenant).fault], [lampSums(tenant, 3).lamps], solarTables(tenant)]
        if (name === 'city') return [[tenant.lamps.length], kinds]
        return [Object.values(numbers(tenant.devices, ({ resource }) => resource)).toSorted()]
      },
    }),
  ),
]
