import { useT } from '@lamplight/console-kit'
import {
  ENCODING_LABELS,
  ENCODINGS,
  type Mapping,
  PLACE_FORM_LABELS,
  PLACE_FORMS,
  type PowerUnit,
  SEPARATORS,
} from '@lamplight/inventory/model'
import type { ReactNode } from 'react'
import { M } from './import.messages.ts'
import type { ImportDetail } from './use-import-session.ts'

/** A choice among words, as small as its words. */
export const Choose = <V extends string>({
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

/** How the file is cut into columns: a change of it reads the file anew. */
export const FileReading = ({ detail, busy, onRead }: { detail: ImportDetail; busy: boolean; onRead: (reading: object) => void }) => {
  const t = useT()
  const { mapping, inspection } = detail
  if (!mapping || !inspection) return null
  const tab: Readonly<Record<string, string>> = { ',': ',', ';': ';', '\t': 'Tab', '|': '|' }
  const parts: ReactNode[] = []
  if (mapping.encoding)
    parts.push(
      <Choose
        key="encoding"
        id="im-encoding"
        label={t(M.encoding)}
        value={mapping.encoding}
        disabled={busy}
        options={ENCODINGS.map((one) => [one, t(ENCODING_LABELS[one])] as const)}
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

export const PlaceReading = ({
  place,
  lengthUnit,
  powerUnit,
  onPlace,
  onUnit,
  onPower,
}: Pick<Mapping, 'place' | 'lengthUnit' | 'powerUnit'> & {
  readonly onPlace: (place: Mapping['place']) => void
  readonly onUnit: (unit: Mapping['lengthUnit']) => void
  readonly onPower: (unit: PowerUnit) => void
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
      <Choose
        id="im-power-unit"
        label={t(M.powerUnit)}
        value={powerUnit ?? 'W'}
        options={[
          ['W', 'W'],
          ['kW', 'kW'],
        ]}
        onChange={onPower}
      />
    </>
  )
}
