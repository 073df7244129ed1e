import { useT } from '@lamplight/console-kit'
import type { GridChoice } from '@lamplight/inventory/model'
import {
  ENCODING_LABELS,
  ENCODINGS,
  type Mapping,
  PLACE_FORM_LABELS,
  PLACE_FORMS,
  type PowerUnit,
  SEPARATORS,
} from '@lamplight/inventory/model'
import type { Text } from '@lamplight/kit'
import { M } from './import.messages.ts'
import type { ImportDetail } from './use-import-session.ts'

/** A compact select input. */
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

/** One setting for reading the file. A setting that does not apply has no value and is not shown. */
interface Reading {
  readonly key: string
  readonly label: Text
  readonly value: string | null
  readonly options: readonly (readonly [value: string, words: string | Text])[]
  readonly onChange: (value: string) => void
}
const same = (values: readonly string[]): Reading['options'] => values.map((one) => [one, one])

const Readings = ({ readings, disabled }: { readonly readings: readonly Reading[]; readonly disabled?: boolean }) => {
  const t = useT()
  return readings.map(
    ({ key, label, value, options, onChange }) =>
      value !== null && (
        <Choose
          key={key}
          id={`im-${key}`}
          label={t(label)}
          value={value}
          disabled={disabled}
          options={options.map(([one, words]) => [one, typeof words === 'string' ? words : t(words)] as const)}
          onChange={onChange}
        />
      ),
  )
}

const SEPARATOR_WORDS: Readonly<Record<string, string>> = { '\t': 'Tab' }
/** Rows that can be the header; 0: the file has no header. */
const HEADER_ROWS = [0, 1, 2, 3, 4, 5] as const

/** Settings for splitting the file into columns: a change reads the file again. */
export const FileReading = ({ detail, busy, onRead }: { detail: ImportDetail; busy: boolean; onRead: (reading: object) => void }) => {
  const { mapping, inspection } = detail
  if (!mapping || !inspection) return null
  const { encoding, separator, sheet, headerRow } = mapping
  const rows = [...new Set([...HEADER_ROWS, headerRow ?? 0])]
  const readings: readonly Reading[] = [
    {
      key: 'encoding',
      label: M.encoding,
      value: encoding ?? null,
      options: ENCODINGS.map((one) => [one, ENCODING_LABELS[one]]),
      onChange: (value) => onRead({ encoding: value }),
    },
    {
      key: 'separator',
      label: M.separator,
      value: separator ?? null,
      options: SEPARATORS.map((one) => [one, SEPARATOR_WORDS[one] ?? one]),
      onChange: (value) => onRead({ separator: value }),
    },
    {
      key: 'sheet',
      label: M.sheet,
      value: inspection.sheets.length > 1 ? sheet : null,
      options: same(inspection.sheets),
      onChange: (value) => onRead({ sheet: value }),
    },
    {
      key: 'header',
      label: M.headerRow,
      value: headerRow === null ? null : String(headerRow),
      options: rows.map((row) => [String(row), row === 0 ? '—' : String(row)]),
      onChange: (value) => onRead({ headerRow: Number(value) }),
    },
  ]
  return <Readings readings={readings} disabled={busy} />
}

/** Value of a grid in the list of choices: its EPSG number and the order of its axes. */
const keyOf = ({ epsg, order }: Pick<GridChoice, 'epsg' | 'order'>): string => `${epsg} ${order}`
const WEB_MERCATOR = 3857
/** Choice of the grid if the file has metres and does not name their grid. Each grid is listed with the place where the lamps would lie. */
export const GridField = ({
  grids,
  place,
  onPlace,
}: {
  readonly grids: readonly GridChoice[]
  readonly place: Mapping['place']
  readonly onPlace: (place: Mapping['place']) => void
}) => {
  const t = useT()
  if (grids.length === 0) return null
  const now = place.form === 'mercator' ? { epsg: WEB_MERCATOR, order: place.order } : { epsg: place.epsg ?? 0, order: place.order }
  const choose = (key: string): void => {
    const grid = grids.find((each) => keyOf(each) === key)
    const isMercator = grid?.epsg === WEB_MERCATOR
    onPlace({
      source: place.source,
      order: grid?.order ?? place.order,
      form: isMercator ? 'mercator' : 'projected',
      epsg: isMercator ? null : (grid?.epsg ?? null),
    })
  }
  return (
    <Choose
      id="im-grid"
      label={t(M.grid)}
      value={grids.some((grid) => keyOf(grid) === keyOf(now)) ? keyOf(now) : ''}
      options={[
        ['', t(M.gridUnknown)],
        ...grids.map((grid) => [keyOf(grid), `${grid.name} · EPSG:${grid.epsg} · ${grid.lat.toFixed(2)}, ${grid.lng.toFixed(2)}`] as const),
      ]}
      onChange={choose}
    />
  )
}

/** Settings for the notation of places, lengths and powers in the file. */
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
  const part = (key: 'source' | 'form' | 'order') => (value: string) => onPlace({ ...place, [key]: value })
  const readings: readonly Reading[] = [
    {
      key: 'source',
      label: M.placeFrom,
      value: place.source,
      options: [
        ['point', M.point],
        ['columns', M.columns],
        ['column', M.oneColumn],
      ],
      onChange: part('source'),
    },
    {
      key: 'form',
      label: M.placeForm,
      value: place.form,
      options: PLACE_FORMS.map((form) => [form, PLACE_FORM_LABELS[form]]),
      onChange: part('form'),
    },
    {
      key: 'order',
      label: M.order,
      value: place.order,
      options: [
        ['lngLat', M.lngLat],
        ['latLng', M.latLng],
      ],
      onChange: part('order'),
    },
    {
      key: 'unit',
      label: M.unit,
      value: lengthUnit,
      options: [
        ['m', M.metres],
        ['ft', M.feet],
      ],
      onChange: (unit) => onUnit(unit as Mapping['lengthUnit']),
    },
    {
      key: 'power-unit',
      label: M.powerUnit,
      value: powerUnit ?? 'W',
      options: same(['W', 'kW']),
      onChange: (unit) => onPower(unit as PowerUnit),
    },
  ]
  return <Readings readings={readings} />
}
