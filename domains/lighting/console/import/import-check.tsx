import { api, isApiError, useFormat, useT, useTab, useTheme } from '@lamplight/console-kit'
import { CityMap, createLampStore, decodeLampPacket } from '@lamplight/console-kit/map'
import { type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { IMPORT_HEADS } from '../../model/import-words.ts'
import { controller, lamp, post } from '../../model/index.ts'
import { lampSource } from '../../model/lamp-source.resource.ts'
import { useBaseMap } from '../map/use-city.ts'
import { LEGEND, M } from './import.messages.ts'
import { Figures, Notes, Question, Refused } from './import-parts.tsx'
import { type FailedRow, type ImportDetail, type Preview, type ShownRow, useImportActions, useImportKind } from './use-import-session.ts'

const DEFAULT_SPACING = 30

/** Map of all places of the file; failures are red, with the reason in a tooltip. */
const PlacesMap = ({ detail, preview }: { readonly detail: ImportDetail; readonly preview: Preview }) => {
  const t = useT()
  const theme = useTheme()
  const { at, kind } = useImportKind()
  const ground = useBaseMap()
  const store = useMemo(() => createLampStore(), [])
  const { data } = useQuery({
    queryKey: ['import', kind, detail.uploadId, 'places', preview],
    queryFn: async () => decodeLampPacket(await api.bytes(`${at}/places`, { uploadId: detail.uploadId }, { quiet: true })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  useEffect(() => {
    if (data) store.load(data)
  }, [data, store])
  const words = useMemo(
    () =>
      new Map<string, string>([
        ...preview.first.map((row): [string, string] => [String(row.row), row.name]),
        ...preview.failures.map((row): [string, string] => [String(row.row), row.reason]),
      ]),
    [preview],
  )
  const tooltip = (index: number): ReactNode => {
    const id = store.idOf(index)
    const proposed = Number(id) >= 2_000_000_000
    return proposed ? t(M.proposed) : `${t(M.row)} ${id}${words.has(id) ? ` · ${words.get(id)}` : ''}`
  }
  return (
    <div className="ll-im-map">
      <CityMap
        store={store}
        t={t}
        theme={theme}
        base={ground.base}
        tileUrl={ground.tileUrl}
        tileCrs={ground.tileCrs}
        legend={LEGEND}
        tooltip={tooltip}
        readOnly
        inPage
      />
    </div>
  )
}

const SHOWN = 100
const failedColumns = (names: readonly string[]): readonly RowColumn<FailedRow>[] => [
  { key: 'row', label: M.row, width: 80, cell: (row) => row.row },
  { key: 'reason', label: M.reason, width: 280, cell: (row) => row.reason },
  {
    key: 'cells',
    label: M.cells,
    width: 420,
    cell: (row) => (
      <span className="ll-im-cells">
        {names
          .filter((name) => row.values[name])
          .map((name) => `${name}: ${row.values[name]}`)
          .join('  ·  ')}
      </span>
    ),
  },
]
/** Failed rows with reasons, their cells in the order of the file. */
export const FailedRows = ({ detail, rows }: { readonly detail: ImportDetail; readonly rows: readonly FailedRow[] }) => {
  const t = useT()
  const columns = failedColumns(detail.inspection?.columns.map(({ name }) => name) ?? [])
  return <RowTable columns={columns} rows={rows} label={t(M.failures)} keyOf={(row) => String(row.row)} />
}

const useShownColumns = (): readonly RowColumn<ShownRow>[] => {
  const t = useT()
  const { unit, number } = useFormat()
  const { kind } = useImportKind()
  const common: RowColumn<ShownRow>[] = [
    { key: 'name', label: lamp.fields.name.options.label, width: 180, cell: (row) => row.name },
    { key: 'row', label: M.row, width: 80, cell: (row) => number(row.row) },
    { key: 'fate', label: M.status, width: 100, cell: (row) => t(M[row.fate as 'added' | 'changed' | 'unchanged']) },
  ]
  const own: RowColumn<ShownRow>[] =
    kind === 'controller'
      ? [{ key: 'sn', label: controller.fields.sn.options.label, width: 180, cell: (row) => row.sn ?? '' }]
      : [
          { key: 'number', label: ['编号', 'Number'], width: 140, cell: (row) => row.number ?? t(M.numberedByUs) },
          { key: 'key', label: lamp.fields.importKey.options.label, width: 180, cell: (row) => row.key ?? '' },
          {
            key: 'place',
            label: ['位置', 'Place'],
            width: 190,
            cell: (row) => (row.lng === null || row.lat === null ? '—' : `${row.lng.toFixed(6)}, ${row.lat.toFixed(6)}`),
          },
          { key: 'power', label: lampSource.fields.power.options.label, width: 90, align: 'right', cell: (row) => unit(row.power, 'W') },
          { key: 'type', label: ['光源', 'Source'], width: 90, cell: (row) => row.lampType ?? '—' },
          { key: 'height', label: post.fields.height.options.label, width: 90, align: 'right', cell: (row) => unit(row.height, 'm') },
        ]
  return [
    ...common,
    ...own,
    { key: 'cabinet', label: IMPORT_HEADS.cabinet, width: 140, cell: (row) => row.cabinet ?? '—' },
    { key: 'district', label: IMPORT_HEADS.district, width: 140, cell: (row) => row.district ?? '—' },
  ]
}

/** Lamps proposed along lit ways: their number, shown dotted on the map, and created only after confirmation. */
const Proposals = ({ detail, preview }: { readonly detail: ImportDetail; readonly preview: Preview }) => {
  const t = useT()
  const { number } = useFormat()
  const actions = useImportActions(detail.uploadId)
  const [spacing, setSpacing] = useState(String(detail.spacing ?? DEFAULT_SPACING))
  const litWays = detail.inspection?.litWays ?? 0
  if (litWays === 0) return null
  const accepted = detail.spacing !== null
  const place = { projectId: detail.projectId, areaId: detail.areaId, groupId: detail.groupId }
  const confirmAll = (yes: boolean): void =>
    actions.preview.mutate({ place, spacing: yes ? Math.min(500, Math.max(5, Number(spacing) || DEFAULT_SPACING)) : null })
  return (
    <section className="ll-im-section">
      <h2>{t(M.propose)}</h2>
      <p>{t(M.proposeWhy, { n: number(litWays), m: number(accepted ? preview.added : preview.proposed) })}</p>
      <div className="ll-im-place">
        <label className="ll-im-check">
          <input type="checkbox" checked={accepted} disabled={actions.preview.isPending} onChange={() => confirmAll(!accepted)} />
          {t(M.proposeYes)}
        </label>
        <div className="ll-im-field">
          <label htmlFor="im-spacing">{t(M.spacing)}</label>
          <input id="im-spacing" type="number" min={5} max={500} value={spacing} onChange={(event) => setSpacing(event.target.value)} />
        </div>
        <button type="button" className="ll-button" disabled={!accepted || actions.preview.isPending} onClick={() => confirmAll(true)}>
          {t(M.apply)}
        </button>
      </div>
    </section>
  )
}

/** Compares the lamps and the power of the import with the sums of the file's rows. */
const Sums = ({ preview }: { readonly preview: Preview }) => {
  const t = useT()
  const { number, unit } = useFormat()
  const { fileLamps, fileKw, lamps, kw } = preview
  if (fileLamps === undefined || fileKw === undefined || lamps === undefined || kw === undefined) return null
  const isSame = lamps === fileLamps && Math.abs(kw - fileKw) < 0.001
  const values = { lamps: number(lamps), kw: unit(kw, 'kW'), fileLamps: number(fileLamps), fileKw: unit(fileKw, 'kW') }
  return (
    <p className="ll-im-sums" data-tone={isSame ? undefined : 'warn'}>
      {t(isSame ? M.sumsSame : M.sumsDiffer, values)}
    </p>
  )
}

/** Choice for lamps without a number or key that stand at the place of another lamp: refuse them as duplicates, or import them. */
const NearbyChoice = ({ detail, preview }: { readonly detail: ImportDetail; readonly preview: Preview }) => {
  const t = useT()
  const actions = useImportActions(detail.uploadId)
  const keeps = detail.mapping?.nearby === 'keep'
  const place = { projectId: detail.projectId, areaId: detail.areaId, groupId: detail.groupId }
  if (!keeps && !preview.failures.some(({ kind }) => kind === 'duplicate')) return null
  return (
    <label className="ll-im-check">
      <input
        type="checkbox"
        checked={keeps}
        disabled={actions.preview.isPending}
        onChange={() => actions.preview.mutate({ place, spacing: detail.spacing, mapping: { nearby: keeps ? 'refuse' : 'keep' } })}
      />
      {t(M.keepNearby)}
    </label>
  )
}

/** Third step: a preview on the map and in numbers before anything is written. */
export const ImportCheck = ({ detail }: { readonly detail: ImportDetail }) => {
  const t = useT()
  const { number } = useFormat()
  const tab = useTab()
  const { kind } = useImportKind()
  const { run } = useImportActions(detail.uploadId)
  const columns = useShownColumns()
  const { preview } = detail
  if (!preview) return null
  const taken = preview.added + preview.changed + preview.unchanged
  return (
    <>
      <Figures
        figures={[
          ['added', preview.added, 'gold'],
          ['changed', preview.changed],
          ['unchanged', preview.unchanged],
          ['willFail', preview.failed, 'bad'],
          ['cabinets', preview.newCabinets],
          ['areas', preview.newAreas],
          ...(kind === 'controller' ? [] : ([['noPower', preview.noPower]] as const)),
        ]}
      />
      <Sums preview={preview} />
      <Question text={preview.question} action={t(M.toColumns)} onAction={() => tab.setQuery({ step: null }, { replace: false })} />
      {kind !== 'controller' && <PlacesMap detail={detail} preview={preview} />}
      <Proposals detail={detail} preview={preview} />
      <Notes notes={preview.notes} />
      <section className="ll-im-section">
        <h2>{t(M.failing)}</h2>
        {preview.failures.length === 0 ? (
          <p className="ll-im-quiet">{t(M.noneFail)}</p>
        ) : (
          <FailedRows detail={detail} rows={preview.failures.slice(0, SHOWN)} />
        )}
        {kind !== 'controller' && <NearbyChoice detail={detail} preview={preview} />}
        {preview.failed > SHOWN && <p className="ll-im-quiet">{t(M.moreFail, { n: number(Math.min(SHOWN, preview.failures.length)) })}</p>}
      </section>
      {preview.first.length > 0 && (
        <section className="ll-im-section">
          <h2>{t(M.planned)}</h2>
          <RowTable columns={columns} rows={preview.first.slice(0, 8)} label={t(M.planned)} keyOf={(row) => row.key ?? String(row.row)} />
        </section>
      )}
      <Refused text={run.error && (isApiError(run.error) ? run.error.message : String(run.error))} />
      <footer className="ll-im-actions">
        <button type="button" className="ll-button" onClick={() => tab.setQuery({ step: null }, { replace: false })}>
          {t(M.toColumns)}
        </button>
        <button type="button" className="ll-button ll-button--primary" disabled={taken === 0 || run.isPending} onClick={() => run.mutate()}>
          {taken === 0 ? t(M.nothing) : t(kind === 'controller' ? M.bringInControllers : M.bringIn, { n: number(taken) })}
        </button>
      </footer>
    </>
  )
}
