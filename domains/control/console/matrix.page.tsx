import { confirm, Empty, hasPermission, Icon, notify, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { FieldsHost, invalidate, PagedTable, RowsSkeleton } from '@lamplight/console-kit/resource'
import type { ParamFamilyDefinition, ParamOp } from '@lamplight/kit'
import { useState } from 'react'
import { BatchesProgress } from './batches-progress.tsx'
import './batch.css'
import { DR } from './drift.messages.ts'
import { MX } from './matrix.messages.ts'
import { MatrixTarget } from './matrix-target.tsx'
import type { ParamValues } from './param-words.ts'
import './params.css'
import { TargetReach } from './param-reach.tsx'
import { reportedColumns } from './reported-columns.tsx'
import { SetManyDialog } from './set-many.dialog.tsx'
import { SpreadPanel } from './spread-panel.tsx'
import { MATRIX_SIZES, type Matrix, type MatrixRow, reachOf, useMatrix } from './use-matrix.ts'
import type { MadeBatch } from './use-settle-params.ts'

const mayDo = ({ code, ops }: ParamFamilyDefinition, op: ParamOp): boolean =>
  ops.includes(op) && hasPermission(`${code}_${op === 'get' ? 'read' : 'set'}`)

/** Buttons of the operations, with their reach: the selected rows, or all rows of the list. */
const Operations = ({
  matrix,
  family,
  picked,
  onSent,
}: {
  readonly matrix: Matrix
  readonly family: ParamFamilyDefinition
  readonly picked: readonly MatrixRow[]
  readonly onSent: (batch: MadeBatch) => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const [isBusy, setBusy] = useState(false)
  const [isSetting, setSetting] = useState(false)
  const reach = picked.length > 0 ? reachOf(picked) : matrix.reach
  if (!reach || reach.devices === 0) return null
  const n = number(reach.devices)
  const ids = picked.length > 0 ? picked.map(({ deviceId }) => deviceId) : null
  const target = ids ? { ids: ids.join() } : matrix.chosen
  const send = async (op: ParamOp, value?: ParamValues): Promise<void> => {
    onSent(await matrix.send(family, op, ids, value))
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
            <TargetReach family={family} target={target} />
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
  const most = matrix.spread?.values.find(({ value }) => value)?.value ?? null
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
          mayDo(family, op) && (
            <button key={op} type="button" className="ll-button" disabled={isBusy} onClick={() => void run(op)()}>
              {t(op === 'get' ? MX.read : MX.calibrate, { n })}
            </button>
          ),
      )}
      {mayDo(family, 'set') && (
        <button type="button" className="ll-button ll-button--primary" disabled={isBusy} onClick={() => setSetting(true)}>
          {t(MX.set, { n })}
        </button>
      )}
      {isSetting && (
        <SetManyDialog
          family={family}
          n={reach.devices}
          target={target}
          start={most}
          onClose={() => setSetting(false)}
          onSend={async (value) => {
            await send('set', value)
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
  const [chosen, setChosen] = useState<ReadonlyMap<string, MatrixRow>>(new Map())
  const [batch, setBatch] = useState<MadeBatch | null>(null)
  const { records: rows = [], total = 0 } = query.data ?? {}
  const choose = (keys: ReadonlySet<string>): void => {
    const known = new Map([...chosen, ...rows.map((row) => [row.deviceId, row] as const)])
    setChosen(new Map([...keys].flatMap((key) => (known.has(key) ? [[key, known.get(key) as MatrixRow]] : []))))
  }
  const sent = (made: MadeBatch): void => {
    setBatch(made)
    setChosen(new Map())
    notify.success(t(MX.sent, { n: number(made.total) }))
  }
  if (!family) return <RowsSkeleton rows={10} cards={false} />
  return (
    <FieldsHost>
      <div className="ll-r-page ll-param-list">
        <PageHeader title={t(MX.title)} about={t(MX.about)}>
          <Operations matrix={matrix} family={family} picked={[...chosen.values()]} onSent={sent} />
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
        {chosen.size > 0 && (
          <div className="ll-r-selected" role="status">
            <span>{t(DR.selected, { n: number(chosen.size) })}</span>
            <button type="button" className="ll-r-link" onClick={() => setChosen(new Map())}>
              {t(DR.clear)}
            </button>
          </div>
        )}
        <PagedTable
          query={query}
          page={{ current, size, total, sizes: MATRIX_SIZES, onChange: matrix.setPage }}
          empty={<Empty title={t(MX.none)} text={t(MX.noneHow)} />}
          columns={reportedColumns(family, t, null)}
          rows={rows}
          label={t(family.label)}
          keyOf={({ deviceId }) => deviceId}
          chosen={new Set(chosen.keys())}
          onChoose={choose}
        />
        {batch && <BatchesProgress title={MX.sending} batches={[batch]} onClose={() => setBatch(null)} />}
      </div>
    </FieldsHost>
  )
}
