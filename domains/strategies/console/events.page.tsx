import { type AnswerOf, api, Empty, notify, PageHeader, usePermission, useT, useTab } from '@lamplight/console-kit'
import { FieldsHost, Link, type RowColumn, RowTable, TextFilter, Waiting } from '@lamplight/console-kit/resource'
import { recordHref } from '@lamplight/control/console'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviation, LAYER_TEXTS, publication } from '../model/index.ts'
import { strategyEvents } from '../model/pages.ts'
import { ENTRY_FIELDS } from '../model/strategy-fields.ts'
import { timedRecord } from '../model/timed-record.resource.ts'
import type { eventsRoute } from '../server/events.handler.ts'

const E = {
  title: strategyEvents.label,
  about: ['控制器最近 50 次开关，按其自身时钟', 'The last 50 switchings of controllers, by their own clocks'],
  sns: ['控制器编号', 'Controllers'],
  snsHint: ['多个以逗号分隔', 'Several, separated by commas'],
  read: ['从设备读取', 'Read from the devices'],
  asked: ['已向 {n} 台控制器读取，结果将在几秒内显示', 'Reading from {n} controller{n:s}; the results appear in a few seconds'],
  record: timedRecord.fields.batchId.options.label,
  choose: ['输入控制器编号，查看其开关事件', 'Enter controllers to see their switch events'],
  none: ['还没有读取过，请点击“从设备读取”', 'Nothing has been read yet: choose “Read from the devices”'],
  controller: deviation.fields.controllerId.options.label,
  at: ['时间', 'Time'],
  level: ENTRY_FIELDS.level.options.label,
  reason: publication.fields.reason.options.label,
  point: LAYER_TEXTS.point,
  lag: ['平台收到', 'Received by the platform'],
  later: ['晚 {n} 秒', '{n} s later'],
  earlier: ['早 {n} 秒', '{n} s earlier'],
  lagHint: ['与设备时钟的差；逐日增大说明时钟漂移', 'Difference to the clock of the device; if it grows from day to day, the clock drifts'],
} as const satisfies Record<string, Text>
const REASONS: Readonly<Record<string, Text>> = { ...LAYER_TEXTS, program: LAYER_TEXTS.rule }

type Answer = AnswerOf<typeof eventsRoute>
type Row = Answer['records'][number]['events'][number] & { readonly sn: string; readonly key: string }
const CALL = 'blade-strategy/workstrategy/readWorkStrategyEventBatch'
const EVERY_MS = 2000

/** Switch events that controllers tell by themselves (screen city.strategyEvents): the known ones at once, and again while a reading is on its way. */
const Events = () => {
  const t = useT()
  const { query: place, setQuery } = useTab()
  const mayRead = usePermission('strategycalendar_read')
  const [batchId, setBatch] = useState<string | null>(null)
  const sns = place.sns ?? ''
  const query = useQuery({
    queryKey: ['strategies.events', sns],
    enabled: sns !== '',
    refetchInterval: batchId ? EVERY_MS : false,
    queryFn: ({ signal }) => api.get<typeof eventsRoute>(CALL, { sns, read: 0 }, { signal, quiet: true }),
  })
  const read = async (): Promise<void> => {
    const answer = await api.get<typeof eventsRoute>(CALL, { sns })
    setBatch(answer.batchId)
    notify.success(t(E.asked, { n: answer.total }))
  }
  const rows = (query.data?.records ?? []).flatMap(({ sn, events }) =>
    events.toReversed().map((event, n): Row => ({ ...event, sn, key: `${sn} ${n}` })),
  )
  const columns: readonly RowColumn<Row>[] = [
    { key: 'sn', label: E.controller, width: 160, cell: (row) => row.sn },
    { key: 'at', label: E.at, width: 180, cell: (row) => <time className="ll-f-number">{row.at}</time> },
    { key: 'level', label: E.level, width: 100, align: 'right', cell: (row) => `${row.level} %` },
    { key: 'reason', label: E.reason, width: 140, cell: (row) => t(REASONS[row.reason] ?? E.reason) },
    { key: 'point', label: E.point, width: 220, cell: (row) => row.text || '—' },
    {
      key: 'lag',
      label: E.lag,
      width: 160,
      cell: ({ lag }) => <span title={t(E.lagHint)}>{lag === null ? '—' : t(lag < 0 ? E.earlier : E.later, { n: Math.abs(lag) })}</span>,
    },
  ]
  return (
    <div className="ll-r-page">
      <PageHeader title={t(E.title)} about={t(E.about)}>
        {batchId && (
          <Link to={recordHref(batchId)} className="ll-button">
            {t(E.record)}
          </Link>
        )}
        {mayRead && (
          <button
            type="button"
            className="ll-button ll-button--primary"
            disabled={sns === ''}
            onClick={() => void read().catch(() => undefined)}
          >
            {t(E.read)}
          </button>
        )}
      </PageHeader>
      <search className="ll-r-search">
        <TextFilter label={E.sns} placeholder={E.snsHint} max={2000} value={sns} onChange={(text) => setQuery({ sns: text })} />
      </search>
      {sns === '' ? (
        <Empty text={t(E.choose)} />
      ) : !query.data ? (
        <Waiting query={query} rows={8} />
      ) : rows.length === 0 ? (
        <Empty text={t(E.none)} />
      ) : (
        <RowTable columns={columns} rows={rows} label={t(E.title)} keyOf={(row) => row.key} />
      )}
    </div>
  )
}

export const EventsPage = () => (
  <FieldsHost>
    <Events />
  </FieldsHost>
)
