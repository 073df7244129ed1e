import { Empty, hasPermission, PageHeader, useFormat, useT, useTab } from '@lamplight/console-kit'
import { FieldsHost, PagedTable, RowsBar, useChosenRows } from '@lamplight/console-kit/resource'
import { inSentence, type ParamFamilyDefinition } from '@lamplight/kit'
import { useEffect, useState } from 'react'
import { BatchesProgress } from '../records/batches-progress.tsx'
import { DR } from './drift.messages.ts'
import { FamilyTabs } from './family-tabs.tsx'
import { P } from './param.messages.ts'
import './params.css'
import { ReadGroupDialog } from './read-group.dialog.tsx'
import { RP } from './reported.messages.ts'
import { reportedColumns } from './reported-columns.tsx'
import { ReportedFilters } from './reported-filters.tsx'
import { type Reported, useReported } from './use-reported.ts'
import { useSettleParams } from './use-settle-params.ts'

const WAITING = 1

/** Page with the values of a family that devices reported, beside the wanted ones. */
export const ReportedPage = ({ family }: { readonly family: ParamFamilyDefinition }) => {
  const t = useT()
  const { number } = useFormat()
  const { query, filter, rows, total, page, isFiltered, setFilter } = useReported(family)
  const selection = useChosenRows(rows, ({ deviceId }) => deviceId, [family.name, filter])
  const [isAsking, setAsking] = useState(false)
  const settle = useSettleParams(selection.clear)
  const { call, ops } = family
  const mayCalibrate = call !== undefined && ops.includes('calibrate') && hasPermission(`${family.code}_set`)
  const mayRead = call !== undefined && ops.includes('get') && hasPermission(`${family.code}_read`)
  const maySet = ops.includes('set') && hasPermission(`${family.code}_set`)
  const mayAct = mayRead || maySet || mayCalibrate
  const actions = {
    isBusy: settle.isBusy,
    mayRead,
    mayCalibrate,
    calibrate: (some: readonly Reported[]) =>
      void settle.calibrate(
        call ?? '',
        some.map(({ deviceId }) => deviceId),
        t(family.label),
      ),
    read: (some: readonly Reported[]) => void settle.read(call ?? '', { controllerIds: some.map(({ deviceId }) => deviceId) }),
    resends: ({ drift, status, wanted }: Reported) => maySet && wanted !== null && (drift === 1 || status === WAITING),
    resend: (some: readonly Reported[]) =>
      void settle.repair(
        some.map(({ deviceId }) => ({ deviceId, family: family.name })),
        family.risky === undefined ? [] : [{ family: family.name, familyName: t(family.label) }],
      ),
  }
  const picked = [...selection.rows.values()]
  const resent = picked.filter(actions.resends)
  const readGroup = mayRead && hasPermission('device_group_view') && (
    <button type="button" className="ll-button ll-button--primary" disabled={settle.isBusy} onClick={() => setAsking(true)}>
      {t(RP.readGroup)}
    </button>
  )
  const isMeasured = Object.keys(family.fields).length === 0
  const title = t(family.page?.label ?? family.label)
  const { setTitle } = useTab()
  useEffect(() => setTitle(family.page ? title : t(RP.title, { family: title })), [setTitle, t, title, family])
  return (
    <FieldsHost>
      <div className="ll-r-page ll-param-list">
        <PageHeader title={title} about={t(isMeasured ? RP.aboutMeasured : RP.about)}>
          {total > 0 && readGroup}
        </PageHeader>
        {family.template && <FamilyTabs label={family.label} />}
        <ReportedFilters filter={filter} comparesWanted={!isMeasured} isFiltered={isFiltered} onChange={setFilter} />
        <RowsBar selection={selection} nameOf={({ name, sn }) => name || sn}>
          {mayRead && (
            <button type="button" className="ll-button" disabled={settle.isBusy} onClick={() => actions.read(picked)}>
              {t(RP.readChosen, { n: number(picked.length) })}
            </button>
          )}
          {mayCalibrate && (
            <button type="button" className="ll-button" disabled={settle.isBusy} onClick={() => actions.calibrate(picked)}>
              {t(P.calibrateMany, { n: number(picked.length) })}
            </button>
          )}
          {resent.length > 0 && (
            <button type="button" className="ll-button" disabled={settle.isBusy} onClick={() => actions.resend(resent)}>
              {t(RP.resendChosen, { n: number(resent.length) })}
            </button>
          )}
        </RowsBar>
        <PagedTable
          query={query}
          page={page}
          empty={
            isFiltered ? (
              <Empty text={t(RP.noMatch)} />
            ) : (
              <Empty title={t(RP.none, { family: inSentence(title) })} text={t(mayRead ? RP.noneHow : RP.noneAsk)}>
                {readGroup}
              </Empty>
            )
          }
          columns={reportedColumns(family, t, mayAct ? actions : null)}
          rows={rows}
          label={title}
          keyOf={({ deviceId }) => deviceId}
          selection={mayAct ? selection : undefined}
        />
        {isAsking && (
          <ReadGroupDialog
            family={family}
            onClose={() => setAsking(false)}
            onRead={(groupId) => {
              setAsking(false)
              void settle.read(call ?? '', { groupId })
            }}
          />
        )}
        {settle.batches.length > 0 && (
          <BatchesProgress title={settle.isReading ? RP.reading : DR.progress} batches={settle.batches} onClose={settle.close} />
        )}
      </div>
    </FieldsHost>
  )
}
