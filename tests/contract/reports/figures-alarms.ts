import {
  began,
  byDay,
  causesOf,
  devicesOf,
  type Figure,
  listed,
  midnight,
  minutes,
  numbered,
  numbers,
  presence,
  ranked,
  seriesOf,
  share,
} from './figures-count.ts'
// The figures that calls of this product answer, each with a second way to count it: loops over the rows of the tables.

/** Figures of alarms. */
export const ALARM_FIGURES: readonly Figure[] = [
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
  { call: 'blade-alarm/alarm/offline_analyse', kind: 'span', pick: (data) => numbered(listed(data), 'code'), count: causesOf },
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
    pick: ({ records }) => records.map(({ count }) => count),
    count: (asked) => ranked(asked, null, 'count'),
  },
  {
    call: 'blade-alarm/alarm/offline_frequency_rank_by_page',
    query: { size: '1000' },
    kind: 'span',
    pick: ({ records }) => records.map(({ count }) => count),
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
]
