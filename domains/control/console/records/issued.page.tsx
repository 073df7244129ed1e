import { Empty, PageHeader, type Translate, useT, useTab, useUser } from '@lamplight/console-kit'
import { DateFilter, FieldsHost, Link, PagedTable, type RowColumn, TextFilter } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { issuedCommands } from '../../model/pages.ts'
import './batch.css'
import '../params/params.css'
import type { IssuedCommand } from '../../server/calls/issued.handler.ts'
import { useParamPage } from '../params/use-param-page.ts'
import { recordHref } from './batch-link.tsx'
import { reasonWords, stateWords, toneOf } from './item-words.ts'
import { ORIGIN, type Origin, OriginChoice } from './origin-tabs.tsx'

interface Filter {
  readonly targetText: string
  readonly account: string
  readonly startDate: string
  readonly endDate: string
  readonly automatic: Origin
}
/** Value of `automatic` in the address for commands of any origin. */
const ALL_ORIGINS = 'all'
const ALL = 'blade-city/issuecommand/pageList'
const FAILED = 'blade-city/issuecommandfail/pageListFail'

const I = {
  title: issuedCommands.label,
  about: [
    '每台设备的每条指令一行：何时下发、执行到哪一步、失败原因',
    'One row per device and command: when it was sent, how far it came, and why it failed',
  ],
  all: ['全部', 'All'],
  failed: ['失败', 'Failed'],
  show: ['显示', 'Show'],
  command: ['指令', 'Command'],
  device: ['设备', 'Device'],
  type: ['类型', 'Type'],
  gateway: ['网关', 'Gateway'],
  at: ['下发时间', 'Issued at'],
  by: ['操作人', 'Operator'],
  state: ['状态', 'Status'],
  reason: ['原因', 'Reason'],
  target: ['对象', 'Target'],
  from: ['开始日期', 'From'],
  to: ['结束日期', 'To'],
  none: ['还没有下发过指令', 'No command has been issued'],
  noneFailed: ['没有失败的指令', 'No command has failed'],
  noneOwn: ['您还没有下发过指令；其他用户的指令不在您的查看范围内', 'You have issued no command. You may not see those of other users'],
  noneOwnFailed: [
    '您下发的指令没有失败的；其他用户的指令不在您的查看范围内',
    'None of the commands that you issued has failed. You may not see those of other users',
  ],
  noneMatch: ['没有符合条件的指令', 'No command matches these filters'],
  reset: ['重置', 'Reset'],
} as const satisfies Record<string, Text>

/** Users limited to places see only their own commands. */
const noneOf = (lost: boolean, isLimited: boolean): Text =>
  lost ? (isLimited ? I.noneOwnFailed : I.noneFailed) : isLimited ? I.noneOwn : I.none

const columnsOf = (t: Translate): readonly RowColumn<IssuedCommand>[] => [
  { key: 'command', label: I.command, width: 220, cell: (row) => <Link to={recordHref(row.batchId)}>{row.text}</Link> },
  { key: 'device', label: I.device, width: 170, cell: (row) => row.name || row.sn },
  { key: 'type', label: I.type, width: 150, cell: (row) => row.deviceTypeName },
  { key: 'gateway', label: I.gateway, width: 130, cell: (row) => row.gatewaySn || '—' },
  { key: 'at', label: I.at, width: 176, cell: (row) => <time className="ll-f-number">{row.at}</time> },
  { key: 'by', label: I.by, width: 100, cell: (row) => row.account || '—' },
  { key: 'state', label: I.state, width: 124, cell: (row) => <StateMark tone={toneOf(row.state)}>{stateWords(row, t)}</StateMark> },
  {
    key: 'reason',
    label: I.reason,
    width: 300,
    cell: (row) => {
      const words = reasonWords(row, t)
      return <span title={words || undefined}>{words || '—'}</span>
    },
  },
]

/** Page of all devices of all commands, or of those that failed (screen city.issueCmd). */
export const IssuedPage = () => {
  const t = useT()
  const { query: place, setQuery } = useTab()
  const lost = place.show === 'failed'
  const { query, filter, current, size, rows, total, setFilter, setPage } = useParamPage<IssuedCommand, Filter>(
    lost ? FAILED : ALL,
    ({ targetText = '', account = '', startDate = '', endDate = '', automatic = ORIGIN.people }) => ({
      targetText,
      account,
      startDate,
      endDate,
      automatic: automatic === ALL_ORIGINS ? ORIGIN.all : (automatic as Origin),
    }),
  )
  const { automatic, ...fields } = filter
  const isLimited = useUser()?.limited === true
  const isFiltered = Object.values(fields).some((value) => value !== '')
  return (
    <FieldsHost>
      <div className="ll-r-page ll-param-list">
        <PageHeader title={t(I.title)} about={t(I.about)} />
        <div className="ll-batch-filter" role="radiogroup" aria-label={t(I.show)}>
          {([false, true] as const).map((failed) => (
            // biome-ignore lint/a11y/useSemanticElements: a chip that is pressed, not a form field
            <button
              key={String(failed)}
              type="button"
              role="radio"
              aria-checked={failed === lost}
              onClick={() => setQuery({ show: failed ? 'failed' : '', current: '' })}
            >
              {t(failed ? I.failed : I.all)}
            </button>
          ))}
        </div>
        <OriginChoice value={automatic} onChange={(next) => setQuery({ automatic: next || ALL_ORIGINS, current: '' })} />
        <search className="ll-r-search">
          <TextFilter label={I.target} value={filter.targetText} onChange={(targetText) => setFilter({ targetText })} />
          <TextFilter label={I.by} value={filter.account} onChange={(account) => setFilter({ account })} />
          <DateFilter
            label={I.from}
            value={filter.startDate.slice(0, 10)}
            onChange={(day) => setFilter({ startDate: day && `${day} 00:00:00` })}
          />
          <DateFilter
            label={I.to}
            value={filter.endDate.slice(0, 10)}
            onChange={(day) => setFilter({ endDate: day && `${day} 23:59:59` })}
          />
          {isFiltered && (
            <button
              type="button"
              className="ll-button ll-r-quiet"
              onClick={() => setFilter({ targetText: '', account: '', startDate: '', endDate: '' })}
            >
              {t(I.reset)}
            </button>
          )}
        </search>
        <PagedTable
          query={query}
          page={{ current, size, total, onChange: setPage }}
          empty={<Empty text={t(isFiltered ? I.noneMatch : noneOf(lost, isLimited))} />}
          columns={columnsOf(t)}
          rows={rows}
          label={t(I.title)}
          keyOf={({ batchId, deviceId }) => `${batchId}-${deviceId}`}
        />
      </div>
    </FieldsHost>
  )
}
