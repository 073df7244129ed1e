import { Empty, hasPermission, Icon, notify, PageHeader, saveFile, type Translate, useFormat, useT } from '@lamplight/console-kit'
import { csvBlob, FieldsHost, PagedTable, type RowColumn, RowsBar, useChosenRows } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { useState } from 'react'
import { BatchesProgress } from '../records/batches-progress.tsx'
import '../records/batch.css'
import { paramDrift } from '../../model/pages.ts'
import { DR } from './drift.messages.ts'
import { NoDrift } from './drift-basis.tsx'
import { DriftFilters } from './drift-filters.tsx'
import { DeviceName, ParamValue } from './param-cells.tsx'
import { allDrift, type Drift, useDrift } from './use-drift.ts'
import { useDriftCount } from './use-drift-count.ts'
import { useSettleParams } from './use-settle-params.ts'

type Settle = ReturnType<typeof useSettleParams>

interface RowActions {
  readonly codeOf: (family: string) => string
  readonly settle: Settle
  readonly repair: (row: Drift) => void
}
const PageActions = ({ row, codeOf, settle, repair }: RowActions & { readonly row: Drift }) => {
  const t = useT()
  if (!hasPermission(`${codeOf(row.family)}_set`)) return null
  return (
    <span className="ll-param-actions">
      {row.isSendable === 1 && (
        <button type="button" className="ll-r-link" disabled={settle.isBusy} onClick={() => repair(row)}>
          {t(DR.repair)}
        </button>
      )}
      {row.isAcceptable === 1 && (
        <button type="button" className="ll-r-link" disabled={settle.isBusy} onClick={() => void settle.accept([row], '1')}>
          {t(DR.acceptOne)}
        </button>
      )}
    </span>
  )
}

/** `actions`: null for users who may send no family. */
const columnsOf = (t: Translate, actions: RowActions | null): readonly RowColumn<Drift>[] => [
  { key: 'device', label: DR.device, width: 135, cell: (row) => <DeviceName row={row} /> },
  { key: 'family', label: DR.family, width: 115, cell: (row) => <ParamValue text={row.familyName} at={row.typeName} /> },
  {
    key: 'wanted',
    label: DR.wanted,
    width: 215,
    cell: (row) => <ParamValue text={row.isSendable === 1 ? row.wantedText : t(DR.notAssigned)} at={row.wantedAt} />,
  },
  { key: 'reported', label: DR.reported, width: 215, cell: (row) => <ParamValue text={row.reportedText} at={row.reportedAt} /> },
  { key: 'area', label: DR.area, width: 115, cell: (row) => <ParamValue text={row.areaName} at="" /> },
  {
    key: 'state',
    label: DR.state,
    width: 150,
    cell: ({ status, statusName, reason }) => (
      <span className="ll-param-value" title={[statusName, reason].filter(Boolean).join(t(['：', ': ']))}>
        <StateMark tone={status < 2 ? 'busy' : 'bad'}>{statusName}</StateMark>
        {reason && <small>{reason}</small>}
      </span>
    ),
  },
  ...(actions ? [{ key: 'pageActions', label: DR.actions, width: 150, cell: (row: Drift) => <PageActions row={row} {...actions} /> }] : []),
]

const save = async (wanted: Readonly<Record<string, string>>, t: Translate): Promise<void> => {
  const rows = await allDrift(wanted)
  const columns: readonly (readonly [head: keyof typeof DR, cell: (row: Drift) => string])[] = [
    ['device', ({ name, sn }) => name || sn],
    ['serial', ({ sn }) => sn],
    ['type', ({ typeName }) => typeName],
    ['area', ({ areaName }) => areaName],
    ['family', ({ familyName }) => familyName],
    ['wanted', ({ wantedText, isSendable }) => (isSendable === 1 ? wantedText : t(DR.notAssigned))],
    ['wantedAt', ({ wantedAt }) => wantedAt],
    ['reported', ({ reportedText }) => reportedText],
    ['reportedAt', ({ reportedAt }) => reportedAt],
    ['state', ({ statusName, reason }) => [statusName, reason].filter(Boolean).join(' ')],
  ]
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)))
  saveFile({ blob: csvBlob([columns.map(([head]) => t(DR[head])), ...lines]), name: `${t(paramDrift.label)}.csv` })
}

/** Page with all devices and parameters whose reported value differs from the wanted one. */
export const DriftPage = () => {
  const t = useT()
  const { number } = useFormat()
  const { query, filter, wanted, rows, total, page, isFiltered, setFilter } = useDrift()
  const [isSaving, setSaving] = useState(false)
  const selection = useChosenRows(rows, ({ id }) => id, wanted)
  const settle = useSettleParams(selection.clear)
  const families = useDriftCount()?.families ?? []
  const risky = families.filter(({ isRisky }) => isRisky === 1)
  const codeOf = (family: string): string => families.find((one) => one.family === family)?.code ?? ''
  const maySet = families.some(({ code }) => hasPermission(`${code}_set`))
  const picked = [...selection.rows.values()]
  const sendable = picked.filter(({ isSendable }) => isSendable === 1)
  const acceptable = picked.filter(({ isAcceptable }) => isAcceptable === 1)
  const download = (): void => {
    setSaving(true)
    save(wanted, t)
      .catch(() => notify.error(DR.exportFailed))
      .finally(() => setSaving(false))
  }
  return (
    <FieldsHost>
      <div className="ll-r-page ll-param-list">
        <PageHeader title={t(paramDrift.label)} about={t(DR.about)}>
          {total > 0 && (
            <button type="button" className="ll-button" disabled={isSaving} aria-busy={isSaving} onClick={download}>
              <Icon name="download" size={16} />
              {t(DR.export)}
            </button>
          )}
          {maySet && total > 0 && (
            <button
              type="button"
              className="ll-button ll-button--primary"
              disabled={settle.isBusy}
              onClick={() => void settle.repairAll(wanted, number(total), risky)}
            >
              {t(DR.repairAll, { n: number(total) })}
            </button>
          )}
        </PageHeader>
        <DriftFilters filter={filter} isFiltered={isFiltered} onChange={setFilter} />
        <RowsBar selection={selection} nameOf={(row) => `${row.name || row.sn} · ${row.familyName}`}>
          {sendable.length > 0 && (
            <button type="button" className="ll-button" disabled={settle.isBusy} onClick={() => void settle.repair(sendable, risky)}>
              {t(DR.repairChosen, { n: number(sendable.length) })}
            </button>
          )}
          {acceptable.length > 0 && (
            <button
              type="button"
              className="ll-button"
              disabled={settle.isBusy}
              onClick={() => void settle.accept(acceptable, number(acceptable.length))}
            >
              {t(DR.acceptChosen, { n: number(acceptable.length) })}
            </button>
          )}
        </RowsBar>
        <PagedTable
          query={query}
          page={page}
          empty={isFiltered ? <Empty text={t(DR.noMatch)} /> : <NoDrift />}
          columns={columnsOf(t, maySet ? { codeOf, settle, repair: (row) => void settle.repair([row], risky) } : null)}
          rows={rows}
          label={t(paramDrift.label)}
          keyOf={({ id }) => id}
          {...(maySet && {
            selection,
            fixed: (row: Drift) => !hasPermission(`${codeOf(row.family)}_set`),
          })}
        />
        {settle.batches.length > 0 && <BatchesProgress title={DR.progress} batches={settle.batches} onClose={settle.close} />}
      </div>
    </FieldsHost>
  )
}
