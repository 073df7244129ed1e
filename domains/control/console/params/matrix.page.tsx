import { confirm, Empty, hasPermission, Icon, notify, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { FieldsHost, invalidate, PagedTable, RowsBar, RowsSkeleton, useChosenRows } from '@lamplight/console-kit/resource'
import type { ParamFamilyDefinition, ParamOp } from '@lamplight/kit'
import { useState } from 'react'
import { BatchesProgress } from '../records/batches-progress.tsx'
import '../records/batch.css'
import { isWaiting } from '../command/command-approval.tsx'
import { MX } from './matrix.messages.ts'
import { MatrixTarget } from './matrix-target.tsx'
import type { ParamValues } from './param-words.ts'
import './params.css'
import { deviceParams } from '../../model/pages.ts'
import { AffectedTarget } from '../affected/affected-by-param.tsx'
import { SP } from '../command/second-person.messages.ts'
import type { MadeBatch } from '../records/made-batch.ts'
import { reportedColumns } from './reported-columns.tsx'
import { SetManyDialog } from './set-many.dialog.tsx'
import { SpreadPanel } from './spread-panel.tsx'
import { MATRIX_SIZES, type Matrix, type MatrixRow, type SetInput, spreadOfRows, useMatrix } from './use-matrix.ts'

const mayDo = ({ code, ops }: ParamFamilyDefinition, op: ParamOp): boolean =>
  ops.includes(op) && hasPermission(`${code}_${op === 'get' ? 'read' : 'set'}`)

/**
 * Returns the fields that have the same value in all rows. The value of a row is the wanted one, else the reported one. Null if a row has
 * neither.
 */
const commonOf = ({ fields }: ParamFamilyDefinition, rows: readonly MatrixRow[]): ParamValues | null => {
  const values = rows.map(({ wanted, reported }) => wanted ?? reported)
  const [first] = values
  if (!first || values.some((value) => !value)) return null
  const isCommon = (name: string): boolean => values.every((value) => JSON.stringify(value?.[name]) === JSON.stringify(first[name]))
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => (name in first && isCommon(name) ? [[name, first[name]]] : [])),
  ) as ParamValues
}

/** Buttons of the operations, with the number of affected devices: the selected rows, or all rows of the list. */
const Operations = ({
  matrix,
  family,
  picked,
  onSent,
}: {
  readonly matrix: Matrix
  readonly family: ParamFamilyDefinition
  readonly picked: readonly MatrixRow[]
  readonly onSent: (batches: readonly MadeBatch[]) => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const [isBusy, setBusy] = useState(false)
  const [isSetting, setSetting] = useState(false)
  const [takesAll, setTakesAll] = useState(false)
  const affected = picked.length > 0 ? spreadOfRows(picked) : matrix.affected
  if (!affected || affected.devices === 0) return null
  const n = number(affected.devices)
  const ids = picked.length > 0 ? picked.map(({ deviceId }) => deviceId) : null
  const target = ids ? { ids: ids.join() } : matrix.chosen
  const send = async (op: ParamOp, input?: SetInput): Promise<void> => {
    onSent(await matrix.send(family, op, ids, input))
    void invalidate('control.batch')
  }
  /** The API client shows refusals. */
  const run = (op: ParamOp) => async (): Promise<void> => {
    if (
      op === 'calibrate' &&
      !(await confirm({
        title: t(MX.calibrateTitle, { n, family: t(family.label) }),
        text: (
          <>
            <p>{t(MX.calibrateText)}</p>
            <AffectedTarget family={family} target={target} />
          </>
        ),
        ok: t(MX.calibrate, { n }),
      }))
    )
      return
    setBusy(true)
    await send(op).catch(() => undefined)
    setBusy(false)
  }
  const most = matrix.affected?.values.find(({ value }) => value)?.value ?? null
  const start = ids ? commonOf(family, picked) : most
  // Setting all devices takes an extra click: without ticked rows or a filter, the user must first choose all.
  const isChosen = ids !== null || matrix.isFiltered || takesAll
  return (
    <>
      {hasPermission('deviceparams_export') && (
        <button
          type="button"
          className="ll-button"
          disabled={isBusy}
          onClick={() => {
            setBusy(true)
            void matrix
              .save(ids)
              .catch(() => undefined)
              .finally(() => setBusy(false))
          }}
        >
          <Icon name="download" size={16} />
          {t(MX.export)}
        </button>
      )}
      {(['calibrate', 'get'] as const).map(
        (op) =>
          mayDo(family, op) &&
          (op === 'get' || isChosen) && (
            <button key={op} type="button" className="ll-button" disabled={isBusy} onClick={() => void run(op)()}>
              {t(op === 'get' ? MX.read : MX.calibrate, { n })}
            </button>
          ),
      )}
      {mayDo(family, 'set') && !isChosen && (
        <span className="ll-matrix-choose">
          {t(MX.chooseFirst)}{' '}
          <button type="button" className="ll-r-link" onClick={() => setTakesAll(true)}>
            {t(MX.takeAll, { n })}
          </button>
        </span>
      )}
      {mayDo(family, 'set') && isChosen && (
        <button type="button" className="ll-button ll-button--primary" disabled={isBusy} onClick={() => setSetting(true)}>
          {t(MX.set, { n })}
        </button>
      )}
      {isSetting && (
        <SetManyDialog
          family={family}
          n={affected.devices}
          target={target}
          start={start}
          onClose={() => setSetting(false)}
          onSend={async (input) => {
            await send('set', input).catch((thrown: unknown) => {
              // The request is stored and the API client has told the user, so the form closes.
              if (!isWaiting(thrown)) throw thrown
              notify.info(SP.requested)
              void invalidate('control.approval')
            })
            setTakesAll(false)
            setSetting(false)
          }}
        />
      )}
    </>
  )
}

/** Page 参数下发: devices chosen in any way, wanted and reported values of a family side by side, how many hold which value, and its operations. */
export const MatrixPage = () => {
  const t = useT()
  const { number } = useFormat()
  const matrix = useMatrix()
  const { family, rows: query, spread, filter, current, size } = matrix
  const [batches, setBatches] = useState<readonly MadeBatch[]>([])
  const { records: rows = [], total = 0 } = query.data ?? {}
  const selection = useChosenRows(rows, ({ deviceId }) => deviceId, matrix.chosen)
  const sent = (made: readonly MadeBatch[]): void => {
    setBatches(made)
    selection.clear()
    notify.success(t(MX.sent, { n: number(made.reduce((sum, { total: of }) => sum + of, 0)) }))
  }
  if (!family) return <RowsSkeleton rows={10} cards={false} />
  return (
    <FieldsHost>
      <div className="ll-r-page ll-param-list">
        <PageHeader title={t(deviceParams.label)} about={t(MX.about)}>
          <Operations key={family.name} matrix={matrix} family={family} picked={[...selection.rows.values()]} onSent={sent} />
        </PageHeader>
        <MatrixTarget matrix={matrix} />
        {spread && spread.missing > 0 && (
          <p role="status" className="ll-command__warn">
            {t(MX.missing, {
              n: number(spread.missing),
              sns: `${spread.missingSns.join('、')}${spread.missing > spread.missingSns.length ? ' …' : ''}`,
            })}
          </p>
        )}
        {spread && spread.devices > 0 && (
          <SpreadPanel
            spread={spread}
            family={family}
            chosen={filter.reportedId}
            onChoose={(reportedId) => matrix.setFilter({ reportedId })}
          />
        )}
        <RowsBar selection={selection} nameOf={({ name, sn }) => name || sn} />
        <PagedTable
          query={query}
          page={{ current, size, total, sizes: MATRIX_SIZES, onChange: matrix.setPage }}
          empty={<Empty title={t(MX.none)} text={t(MX.noneHow)} />}
          columns={reportedColumns(family, t, null)}
          rows={rows}
          label={t(family.label)}
          keyOf={({ deviceId }) => deviceId}
          selection={selection}
        />
        {batches.length > 0 && <BatchesProgress title={MX.sending} batches={batches} onClose={() => setBatches([])} />}
      </div>
    </FieldsHost>
  )
}
