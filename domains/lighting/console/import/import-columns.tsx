import { confirm, isApiError, useFormat, useT, useTab } from '@lamplight/console-kit'
import { headMeaning, MEANING_LABELS, MEANINGS, type Meaning } from '@lamplight/inventory/model'
import { useState } from 'react'
import { M } from './import.messages.ts'
import { FileColumns } from './import-file-columns.tsx'
import { LampTypes, RowKinds } from './import-kinds.tsx'
import { Notes, PlaceFields, Question, Refused } from './import-parts.tsx'
import { FileReading, GridField, PlaceReading } from './import-reading.tsx'
import {
  type Columns,
  type Correction,
  type ImportDetail,
  type ImportTarget,
  useImportActions,
  useImportKind,
  usePlace,
} from './use-import-session.ts'

const FOR_CONTROLLERS: readonly Meaning[] = ['controllerSn', 'name', 'cabinet', 'district']
const JOIN = '\u001f'

/** Meanings of the columns: detected by name and content, corrected here, stored for the next file with the same columns. */
const Meanings = ({
  detail,
  columns,
  onChange,
}: {
  readonly detail: ImportDetail
  readonly columns: Columns
  readonly onChange: (columns: Columns) => void
}) => {
  const t = useT()
  const { kind } = useImportKind()
  const { inspection, mapping } = detail
  const [several, setSeveral] = useState(false)
  const found = mapping?.columns ?? {}
  const has = (meaning: Meaning): boolean => Boolean(columns[meaning]?.length || found[meaning]?.length)
  const isShown = (meaning: Meaning): boolean => {
    const head = headMeaning(meaning)?.head
    return head === undefined || has(`power${head}` as Meaning) || has(`lampType${head}` as Meaning) || several
  }
  if (!inspection) return null
  const meanings = kind === 'controller' ? FOR_CONTROLLERS : MEANINGS.filter(isShown)
  const whyOf = (meaning: Meaning): string => {
    const now = (columns[meaning] ?? []).join(JOIN)
    if (now !== (found[meaning] ?? []).join(JOIN)) return t(M.chosen)
    return now === '' ? '' : (inspection.guesses.find((guess) => guess.about === meaning)?.reason ?? '')
  }
  const samplesOf = (meaning: Meaning): string => {
    const [first] = columns[meaning] ?? []
    return (inspection.columns.find((column) => column.name === first)?.samples ?? []).slice(0, 3).join('  ·  ')
  }
  const table = (
    <table className="ll-im-meanings">
      <thead>
        <tr>
          <th scope="col">{t(M.meaning)}</th>
          <th scope="col">{t(M.column)}</th>
          <th scope="col">{t(M.sample)}</th>
          <th scope="col">{t(M.why)}</th>
        </tr>
      </thead>
      <tbody>
        {meanings.map((meaning) => {
          const joined = (found[meaning]?.length ?? 0) > 1 ? found[meaning] : undefined
          return (
            <tr key={meaning} data-empty={!columns[meaning]?.length || undefined}>
              <th scope="row">
                <label htmlFor={`meaning-${meaning}`}>{t(MEANING_LABELS[meaning])}</label>
              </th>
              <td>
                <select
                  id={`meaning-${meaning}`}
                  value={(columns[meaning] ?? []).join(JOIN)}
                  onChange={(event) => {
                    const names = event.target.value === '' ? [] : event.target.value.split(JOIN)
                    onChange({ ...columns, [meaning]: names })
                  }}
                >
                  <option value="">{t(M.none)}</option>
                  {joined && <option value={joined.join(JOIN)}>{joined.join(' → ')}</option>}
                  {inspection.columns.map(({ name }) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </select>
              </td>
              <td className="ll-im-sample">{samplesOf(meaning)}</td>
              <td className="ll-im-quiet">{whyOf(meaning)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
  return (
    <>
      {table}
      {kind !== 'controller' && !several && (
        <button type="button" className="ll-button" onClick={() => setSeveral(true)}>
          {t(M.several)}
        </button>
      )}
    </>
  )
}

const Sample = ({ detail }: { readonly detail: ImportDetail }) => {
  const t = useT()
  const { inspection } = detail
  if (!inspection || inspection.sample.length === 0) return null
  return (
    <details className="ll-im-section">
      <summary>{t(M.firstRows)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <section className="ll-im-scroll" tabIndex={0} aria-label={t(M.firstRows)}>
        <table className="ll-im-table">
          <thead>
            <tr>
              {inspection.columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {inspection.sample.slice(0, 8).map(({ row, cells }) => (
              <tr key={row}>
                {inspection.columns.map(({ name }, at) => (
                  <td key={name}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** Second step: meanings of the columns, how to read the file, and the target of the import. */
export const ImportColumns = ({ detail }: { readonly detail: ImportDetail }) => {
  const t = useT()
  const { number } = useFormat()
  const tab = useTab()
  const { kind } = useImportKind()
  const { inspect, preview, discard } = useImportActions(detail.uploadId)
  const { place, set } = usePlace(detail)
  const [correction, setCorrection] = useState<Partial<Correction>>({})
  const [wrong, setWrong] = useState(false)
  const { mapping, inspection } = detail
  if (!mapping || !inspection) return null
  const columns = correction.columns ?? mapping.columns
  const reading = {
    place: correction.place ?? mapping.place,
    lengthUnit: correction.lengthUnit ?? mapping.lengthUnit,
    powerUnit: correction.powerUnit ?? mapping.powerUnit ?? 'W',
  }
  const exchange = (): void =>
    setCorrection({ ...correction, place: { ...reading.place, order: reading.place.order === 'latLng' ? 'lngLat' : 'latLng' } })
  const failure = inspect.error ?? preview.error
  const check = async (to: ImportTarget): Promise<void> => {
    setWrong(!to.projectId)
    if (!to.projectId) return
    const changed = Object.keys(correction).length > 0
    await preview.mutateAsync({ place: to, ...(changed && { mapping: correction }), spacing: detail.spacing }).then(
      () => tab.setQuery({ step: 'check' }, { replace: false }),
      () => undefined,
    )
  }
  const drop = async (): Promise<void> => {
    if (!(await confirm({ title: t(M.discardAsk), text: t(M.discardText), ok: t(M.discard), danger: true }))) return
    await discard.mutateAsync().then(
      () => tab.setQuery({ uploadId: null, step: null }),
      () => undefined,
    )
  }
  const read = (wanted: object): void => {
    const { encoding, separator, sheet, headerRow } = mapping
    const now = Object.entries({ encoding, separator, sheet, headerRow }).filter(([, value]) => value !== null)
    inspect.mutate(
      { ...Object.fromEntries(now.filter(([name]) => name !== 'headerRow')), ...wanted },
      { onSuccess: () => setCorrection({}) },
    )
  }
  const busy = inspect.isPending || preview.isPending
  return (
    <>
      {detail.remembered && (
        <div className="ll-r-banner" data-tone="good">
          <p>{t(M.remembered)}</p>
        </div>
      )}
      {kind !== 'controller' && !correction.place && (
        <Question
          text={inspection.question}
          // Exchanging the axes helps only if the places are wrong, not if the grid is unknown.
          {...(inspection.grids.length === 0 && { action: t(M.exchange), onAction: exchange })}
        />
      )}
      <Notes notes={inspection.notes} />
      <section className="ll-im-section">
        <h2>{t(M.target)}</h2>
        <PlaceFields place={place} wrong={wrong} onChange={set} />
      </section>
      <section className="ll-im-section">
        <h2>{t(M.fileColumns)}</h2>
        <Meanings detail={detail} columns={columns} onChange={(next) => setCorrection({ ...correction, columns: next })} />
      </section>
      <section className="ll-im-section">
        <h2>{t(M.reading)}</h2>
        <div className="ll-im-place">
          {kind !== 'controller' && (
            <GridField grids={inspection.grids} place={reading.place} onPlace={(next) => setCorrection({ ...correction, place: next })} />
          )}
          {kind !== 'controller' && (
            <PlaceReading
              {...reading}
              onPlace={(next) => setCorrection({ ...correction, place: next })}
              onUnit={(lengthUnit) => setCorrection({ ...correction, lengthUnit })}
              onPower={(powerUnit) => setCorrection({ ...correction, powerUnit })}
            />
          )}
          <FileReading detail={detail} busy={busy} onRead={read} />
        </div>
      </section>
      {kind !== 'controller' && (
        <>
          <RowKinds
            detail={detail}
            rules={correction.rules ?? mapping.rules ?? []}
            onChange={(rules) => setCorrection({ ...correction, rules })}
          />
          <LampTypes
            detail={detail}
            columns={columns}
            lampTypes={correction.lampTypes ?? mapping.lampTypes ?? {}}
            onChange={(lampTypes) => setCorrection({ ...correction, lampTypes })}
          />
        </>
      )}
      <FileColumns detail={detail} columns={columns} />
      <Sample detail={detail} />
      <Refused text={failure && (isApiError(failure) ? failure.message : String(failure))} />
      <footer className="ll-im-actions">
        <button type="button" className="ll-button" disabled={busy} onClick={() => void drop()}>
          {t(M.discard)}
        </button>
        <button type="button" className="ll-button ll-button--primary" disabled={busy} onClick={() => void check(place)}>
          {preview.isPending
            ? t(M.checking)
            : `${t(M.check)} · ${t(inspection.rows.exact ? M.rowsExact : M.rows, { n: number(inspection.rows.count) })}`}
        </button>
      </footer>
    </>
  )
}
