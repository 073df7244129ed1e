import { type AnswerOf, api, Empty, useFormat, useT } from '@lamplight/console-kit'
import { type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { apDataRoute } from '../server/ap-data.handler.ts'
import { M } from './equipment.messages.ts'

type Hour = AnswerOf<typeof apDataRoute>['points'][number]

/** Table of the clients and the traffic of an access point by hour, newest first. */
export const ApTraffic = ({ row }: { readonly row: { readonly id: string } }) => {
  const t = useT()
  const { number, time } = useFormat()
  const query = useQuery({
    queryKey: ['equipment.ap', 'data', row.id],
    queryFn: ({ signal }) => api.get<typeof apDataRoute>('blade-report/dashboard/ap/getApDatas', { apId: row.id }, { signal, quiet: true }),
    refetchInterval: 60_000,
  })
  const { data } = query
  if (!data) return <Waiting query={query} rows={6} />
  const megabytes = (value: number | null): string => (value === null ? '—' : `${number(value, 0)}\u00A0MB`)
  const columns: readonly RowColumn<Hour>[] = [
    { key: 'at', label: M.time, width: 180, cell: ({ at }) => time(at) },
    { key: 'clients', label: M.clients, width: 120, align: 'right', cell: ({ clients }) => (clients === null ? '—' : number(clients, 0)) },
    { key: 'down', label: M.down, width: 130, align: 'right', cell: ({ down }) => megabytes(down) },
    { key: 'up', label: M.up, width: 130, align: 'right', cell: ({ up }) => megabytes(up) },
  ]
  const hours = data.points.filter(({ clients, down }) => clients !== null || down !== null)
  if (hours.length === 0) return <Empty text={t(M.noTraffic)} />
  const clients = Number(data.values.clients ?? 0)
  return (
    <section aria-label={t(M.traffic)}>
      <p>{t(M.trafficText, { down: megabytes(data.downToday), up: megabytes(data.upToday), n: number(clients, 0) })}</p>
      <RowTable columns={columns} rows={[...hours].reverse()} label={t(M.traffic)} keyOf={({ at }) => String(at)} />
    </section>
  )
}
