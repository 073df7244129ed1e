import { api, Empty, lang, Segments, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { DateFilter, Link, PagedTable, type RowColumn } from '@lamplight/console-kit/resource'
import { commandWords, RetryDialog, recordHref, useBatch } from '@lamplight/control/console'
import { STATUS_TEXTS } from '@lamplight/control/model'
import { StateMark } from '@lamplight/fields/view'
import type { Tone } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import './environment.css'
import { M } from './environment.messages.ts'
import type { FacilityName } from './facility.ts'

/** A command record on the wire. */
interface CommandRecord {
  readonly id: string
  readonly command: number
  readonly commandText: string
  readonly targetText: string
  readonly state: number
  readonly total: number
  readonly ended: number
  readonly failed: number
  readonly timedOut: number
  readonly createTime: string
  readonly account: string
}
const TONES: Readonly<Record<number, Tone>> = { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad', 5: 'bad', 6: 'neutral' }
const EVERY_MS = 4000
const SIZE = 10

const useRecords = (name: FacilityName, failed: boolean, params: object) =>
  useQuery({
    queryKey: ['control.batch', name, failed, params, lang.get()],
    queryFn: ({ signal }) =>
      api.get<{ records: readonly CommandRecord[]; total: number }>(
        `blade-device/${name}/${failed ? 'failcommand' : 'issucommand'}/list`,
        { ...params },
        { signal, quiet: true },
      ),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })

const Retry = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { data } = useBatch(id)
  return data ? (
    <Suspense>
      <RetryDialog batch={data} ids={null} onClose={onClose} />
    </Suspense>
  ) : null
}

const useColumns = (retry: ((id: string) => void) | null): readonly RowColumn<CommandRecord>[] => {
  const t = useT()
  const { number } = useFormat()
  return useMemo(
    () => [
      { key: 'command', label: M.command, width: 200, cell: (row) => <Link to={recordHref(row.id)}>{commandWords(row as never, t)}</Link> },
      { key: 'target', label: M.target, width: 180, cell: (row) => row.targetText || '—' },
      {
        key: 'state',
        label: M.state,
        width: 120,
        cell: ({ state }) => <StateMark tone={TONES[state] ?? 'neutral'}>{t(STATUS_TEXTS[state as keyof typeof STATUS_TEXTS])}</StateMark>,
      },
      { key: 'done', label: M.done, width: 90, align: 'right', cell: ({ ended, total }) => `${number(ended)} / ${number(total)}` },
      { key: 'at', label: M.at, width: 176, cell: (row) => <time className="ll-f-number">{row.createTime}</time> },
      { key: 'by', label: M.by, width: 100, cell: (row) => row.account || '—' },
      ...(retry
        ? [
            {
              key: 'retry',
              label: M.action,
              width: 90,
              isPinned: true as const,
              cell: ({ id, failed, timedOut }: CommandRecord) =>
                failed + timedOut > 0 ? (
                  <button type="button" className="ll-r-link" onClick={() => retry(id)}>
                    {t(M.retry)}
                  </button>
                ) : null,
            },
          ]
        : []),
    ],
    [t, number, retry],
  )
}

/** Commands that were sent to bins or wells (with `deviceId`: to one) in a range of days: all or the failed ones, which can be retried. */
export const FacilityRecords = ({ name, deviceId }: { readonly name: FacilityName; readonly deviceId?: string }) => {
  const t = useT()
  const maySee = usePermission('commandrecord_view')
  const mayRetry = usePermission('commandrecord_retry')
  const [failed, setFailed] = useState(0)
  const [days, setDays] = useState({ from: '', to: '' })
  const [place, setPlace] = useState({ current: 1, size: SIZE })
  const [retrying, setRetrying] = useState<string | null>(null)
  const columns = useColumns(mayRetry ? setRetrying : null)
  const query = useRecords(name, failed === 1, {
    ...place,
    ...(deviceId && { deviceId }),
    ...(days.from && { startDate: `${days.from} 00:00:00` }),
    ...(days.to && { endDate: `${days.to} 23:59:59` }),
  })
  const first = () => setPlace(({ size }) => ({ current: 1, size }))
  if (!maySee) return <Empty text={t(M.mayNotSee)} />
  return (
    <section className="ll-env-records" aria-label={t(M.records)}>
      <search className="ll-r-search">
        <Segments
          label={t(M.show)}
          value={failed}
          options={[
            { value: 0, label: t(M.issued) },
            { value: 1, label: t(M.failed) },
          ]}
          onChange={(value) => {
            setFailed(value)
            first()
          }}
        />
        {(['from', 'to'] as const).map((side) => (
          <DateFilter
            key={side}
            label={M[side]}
            value={days[side]}
            onChange={(day) => {
              setDays((old) => ({ ...old, [side]: day }))
              first()
            }}
          />
        ))}
      </search>
      <PagedTable
        query={query}
        page={{ ...place, total: query.data?.total ?? 0, onChange: setPlace }}
        empty={<Empty text={t(failed === 1 ? M.noFailed : M.noRecords)} />}
        skeleton={4}
        columns={columns}
        rows={query.data?.records ?? []}
        label={t(M.records)}
        keyOf={({ id }) => id}
      />
      {retrying && <Retry id={retrying} onClose={() => setRetrying(null)} />}
    </section>
  )
}
