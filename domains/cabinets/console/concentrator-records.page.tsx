import { Link, PageHeader, useT } from '@lamplight/console-kit'
import type { RowColumn } from '@lamplight/console-kit/resource'
import { recordHref } from '@lamplight/control/console'
import { STATUS_TEXTS } from '@lamplight/control/model'
import type { Text } from '@lamplight/kit'
import { M } from './concentrator.messages.ts'
import { PagedRows } from './paged-rows.tsx'

interface Record {
  readonly id: string
  readonly commandText: string
  readonly targetText: string
  readonly state: keyof typeof STATUS_TEXTS
  readonly total: number
  readonly createTime: string
}
const State = ({ state }: Pick<Record, 'state'>) => {
  const t = useT()
  return t((STATUS_TEXTS[state] ?? ['', '']) as Text)
}
const NO_PARAMS = {}
const COLUMNS: readonly RowColumn<Record>[] = [
  { key: 'command', label: M.operation, width: 300, cell: ({ id, commandText }) => <Link to={recordHref(id)}>{commandText}</Link> },
  { key: 'target', label: M.target, width: 220, cell: ({ targetText }) => targetText || '—' },
  { key: 'total', label: M.total, width: 90, align: 'right', cell: ({ total }) => total },
  { key: 'state', label: M.result, width: 130, cell: ({ state }) => <State state={state} /> },
  { key: 'time', label: M.time, width: 170, cell: ({ createTime }) => createTime },
]

/** Command records of concentrators: screen city.concentratorRec. */
export const ConcentratorRecordsPage = () => {
  const t = useT()
  return (
    <div className="ll-r-page">
      <PageHeader title={t(M.records)} about={t(M.recordsAbout)} />
      <PagedRows path="blade-city/concentrator/commandrecord/page" params={NO_PARAMS} columns={COLUMNS} label={M.records} empty={M.noLog} />
    </div>
  )
}
