import { api, Empty, useFormat, useT } from '@lamplight/console-kit'
import { type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { routeOf } from '@lamplight/devices/model'
import type { Row, Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { nodeType } from '../model/node.device.ts'
import type { chirpstackServer } from '../model/server.resource.ts'

const TEXTS = {
  title: ['未采用的事件', 'Events that were not used'],
  about: [
    '平台收到但未采用的ChirpStack事件，按原因和小时汇总，保留30天。',
    'Events of ChirpStack that the platform received and did not use, by reason and hour; kept for 30 days.',
  ],
  none: ['没有未采用的事件', 'All events were used'],
  kind: ['事件', 'Event'],
  reason: ['原因', 'Reason'],
  count: ['次数', 'Times'],
  last: ['最近', 'Last'],
  payload: ['内容', 'Content'],
} as const satisfies Record<string, Text>
const ROWS = 100

interface Dropped {
  readonly id: string
  readonly gatewaySn: string
  readonly kind: string
  readonly reason: string
  readonly payload: string
  readonly count: number
  readonly at: string
}

/** The events of a ChirpStack that were not used, with their reasons, newest first. */
export const DroppedEvents = ({ row }: { readonly row: Row<typeof chirpstackServer> }) => {
  const t = useT()
  const format = useFormat()
  const route = routeOf({ driver: nodeType.driver, tenantId: row.tenantId, address: row.code })
  const query = useQuery({
    queryKey: ['chirpstack.server', 'dropped', route],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly Dropped[] }>(
        'blade-report/errorDatapackage/page',
        { gatewaySn: route, size: ROWS },
        { signal, quiet: true },
      ),
    refetchInterval: 15_000,
  })
  const columns = useMemo(
    (): readonly RowColumn<Dropped>[] => [
      { key: 'kind', label: TEXTS.kind, width: 80, cell: ({ kind }) => <code>{kind}</code> },
      { key: 'reason', label: TEXTS.reason, width: 360, cell: ({ reason }) => reason },
      { key: 'count', label: TEXTS.count, width: 80, align: 'right', cell: ({ count }) => format.number(count) },
      { key: 'last', label: TEXTS.last, width: 184, cell: ({ at }) => <time className="ll-f-number">{at}</time> },
      { key: 'payload', label: TEXTS.payload, width: 320, cell: ({ payload }) => <code title={payload}>{payload}</code> },
    ],
    [format],
  )
  if (!query.data) return <Waiting query={query} rows={4} />
  const rows = query.data.records.filter(({ gatewaySn }) => gatewaySn === route)
  if (rows.length === 0) return <Empty text={t(TEXTS.none)} />
  return (
    <section aria-label={t(TEXTS.title)}>
      <p>{t(TEXTS.about)}</p>
      <RowTable columns={columns} rows={rows} label={t(TEXTS.title)} keyOf={({ id }) => id} />
    </section>
  )
}
