import { confirm, isApiError, useFormat, useT, useTab } from '@lamplight/console-kit'
import {
  ENCODINGS,
  type Mapping,
  MEANING_LABELS,
  MEANINGS,
  type Meaning,
  PLACE_FORM_LABELS,
  PLACE_FORMS,
  SEPARATORS,
} from '@lamplight/inventory/model'
import { type ReactNode, useState } from 'react'
import { M } from './import.messages.ts'
import { Notes, PlaceFields, Refused } from './import-parts.tsx'
import { type Columns, type ImportDetail, type Place, useImportActions, useImportKind, usePlace } from './use-import-session.ts'

const FOR_CONTROLLERS: readonly Meaning[] = ['controllerSn', 'name', 'cabinet', 'district']
const JOIN = '\u001f'

/** A choice among words, as small as its words. */
const Choose = <V extends string>({
  id,
  label,
  value,
  options,
  disabled,
  onChange,
}: {
  readonly id: string
  readonly label: string
  readonly value: V
  readonly options: readonly (readonly [V, string])[]
  readonly disabled?: boolean
  readonly onChange: (value: V) => void
}) => (
  <div className="ll-im-field">
    <label htmlFor={id}>{label}</label>
    <select id={id} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value as V)}>
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </select>
  </div>
)

/** Which column means what: found by name and look, corrected here, kept for the next file of the same columns. */
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
  if (!inspection) return null
  const meanings = kind === 'controller' ? FOR_CONTROLLERS : MEANINGS
  const found = mapping?.columns ?? {}
  const whyOf = (meaning: Meaning): string => {
    const now = (columns[meaning] ?? []).join(JOIN)
    if (now !== (found[meaning] ?? []).join(JOIN)) return t(M.chosen)
    return now === '' ? '' : (inspection.guesses.find((guess) => guess.about === meaning)?.reason ?? '')
  }
  const samplesOf = (meaning: Meaning): string => {
    const [first] = columns[meaning] ?? []
    return (inspection.columns.find((column) => column.name === first)?.samples ?? []).slice(0, 3).join('  ·  ')
  }
  return (
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
          const several = (found[meaning]?.length ?? 0) > 1 ? found[meaning] : undefined
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
                  {several && <option value={several.join(JOIN)}>{several.join(' → ')}</option>}
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
}

/** How the file is cut into columns: a change of it reads the file anew. */
const FileReading = ({ detail, busy, onRead }: { detail: ImportDetail; busy: boolean; onRead: (reading: object) => void }) => {
  const t = useT()
  const { mapping, inspection } = detail
  if (!mapping || !inspection) return null
  const tab: Readonly<Record<string, string>> = { ',': ',', ';': ';', '\t': 'Tab', '|': '|' }
  const parts: ReactNode[] = []
  if (mapping.encoding && inspection.format === 'csv')
    parts.push(
      <Choose
        key="encoding"
        id="im-encoding"
        label={t(M.encoding)}
        value={mapping.encoding}
        disabled={busy}
        options={ENCODINGS.map((one) => [one, one] as const)}
        onChange={(encoding) => onRead({ encoding })}
      />,
    )
  if (mapping.separator)
    parts.push(
      <Choose
        key="separator"
        id="im-separator"
        label={t(M.separator)}
        value={mapping.separator}
        disabled={busy}
        options={SEPARATORS.map((one) => [one, tab[one] ?? one] as const)}
        onChange={(separator) => onRead({ separator })}
      />,
    )
  if (mapping.sheet !== null && inspection.sheets.length > 1)
    parts.push(
      <Choose
        key="sheet"
        id="im-sheet"
        label={t(M.sheet)}
        value={mapping.sheet}
        disabled={busy}
        options={inspection.sheets.map((one) => [one, one] as const)}
        onChange={(sheet) => onRead({ sheet })}
      />,
    )
  if (mapping.headerRow !== null)
    parts.push(
      <Choose
        key="header"
        id="im-header"
        label={t(M.headerRow)}
        value={String(mapping.headerRow)}
        disabled={busy}
        options={[...new Set([0, 1, 2, 3, 4, 5, mapping.headerRow])].map((one) => [String(one), one === 0 ? '—' : String(one)] as const)}
        onChange={(row) => onRead({ headerRow: Number(row) })}
      />,
    )
  return parts
}

const PlaceReading = ({
  place,
  lengthUnit,
  onPlace,
  onUnit,
}: Pick<Mapping, 'place' | 'lengthUnit'> & {
  readonly onPlace: (place: Mapping['place']) => void
  readonly onUnit: (unit: Mapping['lengthUnit']) => void
}) => {
  const t = useT()
  return (
    <>
      <Choose
        id="im-source"
        label={t(M.placeFrom)}
        value={place.source}
        options={[
          ['point', t(M.point)],
          ['columns', t(M.columns)],
          ['column', t(M.oneColumn)],
        ]}
        onChange={(source) => onPlace({ ...place, source })}
      />
      <Choose
        id="im-form"
        label={t(M.placeForm)}
        value={place.form}
        options={PLACE_FORMS.map((form) => [form, t(PLACE_FORM_LABELS[form])] as const)}
        onChange={(form) => onPlace({ ...place, form })}
      />
      <Choose
        id="im-order"
        label={t(M.order)}
        value={place.order}
        options={[
          ['lngLat', t(M.lngLat)],
          ['latLng', t(M.latLng)],
        ]}
        onChange={(order) => onPlace({ ...place, order })}
      />
      <Choose
        id="im-unit"
        label={t(M.unit)}
        value={lengthUnit}
        options={[
          ['m', t(M.metres)],
          ['ft', t(M.feet)],
        ]}
        onChange={onUnit}
      />
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

/** The second step: what the columns mean, how the file is read, and where everything goes. */
export const ImportColumns = ({ detail }: { readonly detail: ImportDetail }) => {
  const t = useT()
  const { number } = useFormat()
  const tab = useTab()
  const { kind } = useImportKind()
  const { inspect, preview, discard } = useImportActions(detail.uploadId)
  const { place, set } = usePlace(detail)
  const [given, setGiven] = useState<{ columns?: Columns; place?: Mapping['place']; lengthUnit?: Mapping['lengthUnit'] }>({})
  const [wrong, setWrong] = useState(false)
  const { mapping, inspection } = detail
  if (!mapping || !inspection) return null
  const columns = given.columns ?? mapping.columns
  const reading = { place: given.place ?? mapping.place, lengthUnit: given.lengthUnit ?? mapping.lengthUnit }
  const failure = inspect.error ?? preview.error
  const check = async (to: Place): Promise<void> => {
    setWrong(!to.projectId)
    if (!to.projectId) return
    const changed = Object.keys(given).length > 0
    await preview.mutateAsync({ place: to, ...(changed && { mapping: { columns, ...reading } }), spacing: detail.spacing }).then(
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
    inspect.mutate({ ...Object.fromEntries(now.filter(([name]) => name !== 'headerRow')), ...wanted }, { onSuccess: () => setGiven({}) })
  }
  const busy = inspect.isPending || preview.isPending
  return (
    <>
      {detail.remembered && (
        <div className="ll-r-banner" data-tone="good">
          <p>{t(M.remembered)}</p>
        </div>
      )}
      <Notes notes={inspection.notes} />
      <section className="ll-im-section">
        <h2>{t(M.target)}</h2>
        <PlaceFields place={place} wrong={wrong} onChange={set} />
        {wrong && !place.projectId && (
          <p className="ll-r-field-error" role="alert">
            {t(M.needProject)}
          </p>
        )}
      </section>
      <section className="ll-im-section">
        <h2>{t(M.column)}</h2>
        <Meanings detail={detail} columns={columns} onChange={(next) => setGiven({ ...given, columns: next })} />
      </section>
      <section className="ll-im-section">
        <h2>{t(M.reading)}</h2>
        <div className="ll-im-place">
          {kind !== 'controller' && (
            <PlaceReading
              {...reading}
              onPlace={(next) => setGiven({ ...given, place: next })}
              onUnit={(lengthUnit) => setGiven({ ...given, lengthUnit })}
            />
          )}
          <FileReading detail={detail} busy={busy} onRead={read} />
        </div>
      </section>
      <Sample detail={detail} />
      <Refused text={failure && (isApiError(failure) ? failure.msg : String(failure))} />
      <footer className="ll-im-actions">
        <button type="button" className="ll-button" disabled={busy} onClick={() => void drop()}>
          {t(M.discard)}
        </button>
        <button type="button" className="ll-button ll-button--primary" disabled={busy} onClick={() => void check(place)}>
          {preview.isPending ? t(M.checking) : `${t(M.check)} · ${t(M.rowsN, { n: number(inspection.rows.count) })}`}
        </button>
      </footer>
    </>
  )
}
