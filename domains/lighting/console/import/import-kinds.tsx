import { useFormat, useT } from '@lamplight/console-kit'
import { LAMP_TYPES, readLampType } from '@lamplight/inventory/light-sources'
import type { Mapping, RowRule } from '@lamplight/inventory/model'
import type { ReactNode } from 'react'
import { M } from './import.messages.ts'
import { Choose } from './import-reading.tsx'
import type { Columns, ImportDetail } from './use-import-session.ts'

type As = RowRule['as'] | 'lamp'
const AS = ['lamp', 'skip', 'cabinet'] as const
const AS_WORDS = { lamp: M.asLamp, skip: M.asSkip, cabinet: M.asCabinet } as const

const kindsOf = (detail: ImportDetail, name: string | undefined) =>
  detail.inspection?.columns.find((column) => column.name === name)?.kinds ?? []

/** Table of values with their number of rows and an input for each. */
const Values = ({
  head,
  values,
  choice,
}: {
  readonly head: string
  readonly values: readonly { readonly value: string; readonly rows: number }[]
  readonly choice: (value: string, at: number) => ReactNode
}) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <table className="ll-im-meanings">
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t(M.treatAs)}</th>
          <th scope="col">{t(M.rowCount)}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ value, rows }, at) => (
          <tr key={value}>
            <th scope="row">{value}</th>
            <td>{choice(value, at)}</td>
            <td className="ll-im-quiet">{t(M.rowsN, { n: number(rows) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Selects which rows are lamps: for each value of one column, a lamp, a cabinet, or left out. */
export const RowKinds = ({
  detail,
  rules,
  onChange,
}: {
  readonly detail: ImportDetail
  readonly rules: readonly RowRule[]
  readonly onChange: (rules: readonly RowRule[]) => void
}) => {
  const t = useT()
  const columns = detail.inspection?.columns.filter(({ kinds }) => (kinds?.length ?? 0) > 1) ?? []
  if (columns.length === 0) return null
  const [first] = rules
  const asOf = (value: string): As => rules.find(({ values }) => values.includes(value))?.as ?? 'lamp'
  const put = (column: string, kindOf: ReadonlyMap<string, As>): void =>
    onChange(
      (['cabinet', 'skip'] as const).flatMap((as) => {
        const values = [...kindOf].flatMap(([value, kind]) => (kind === as ? [value] : []))
        return values.length > 0 ? [{ column, values, as }] : []
      }),
    )
  const kinds = kindsOf(detail, first?.column)
  const start = (column: string): void => {
    const last = kindsOf(detail, column).at(-1)
    onChange(last ? [{ column, values: [last.value], as: 'skip' }] : [])
  }
  return (
    <details className="ll-im-section" open={rules.length > 0}>
      <summary>{t(M.rowKinds)}</summary>
      <p className="ll-im-quiet">{t(M.rowKindsWhy)}</p>
      <div className="ll-im-place">
        <Choose
          id="im-kind-column"
          label={t(M.kindColumn)}
          value={first?.column ?? ''}
          options={[['', t(M.allLamps)], ...columns.map(({ name }) => [name, name] as const)]}
          onChange={(column) => (column === '' ? onChange([]) : start(column))}
        />
      </div>
      {first && (
        <Values
          head={first.column}
          values={kinds}
          choice={(value, at) => (
            <select
              id={`im-kind-${at}`}
              aria-label={`${value}: ${t(M.treatAs)}`}
              value={asOf(value)}
              onChange={(event) =>
                put(
                  first.column,
                  new Map(kinds.map((kind) => [kind.value, kind.value === value ? (event.target.value as As) : asOf(kind.value)])),
                )
              }
            >
              {AS.map((as) => (
                <option key={as} value={as}>
                  {t(AS_WORDS[as])}
                </option>
              ))}
            </select>
          )}
        />
      )}
    </details>
  )
}

/** Maps the file's light source names to lamp types. */
export const LampTypes = ({
  detail,
  columns,
  lampTypes,
  onChange,
}: {
  readonly detail: ImportDetail
  readonly columns: Columns
  readonly lampTypes: NonNullable<Mapping['lampTypes']>
  readonly onChange: (lampTypes: NonNullable<Mapping['lampTypes']>) => void
}) => {
  const t = useT()
  const values = kindsOf(detail, columns.lampType?.[0])
  if (values.length === 0) return null
  const isKnown = (value: string): boolean => (readLampType(value) ?? '').split('/').every((one) => one === '' || one in LAMP_TYPES)
  const unknown = values.filter(({ value }) => !isKnown(value) && !(value.toLowerCase() in lampTypes)).length
  const choose = (value: string, type: string): void => {
    const { [value.toLowerCase()]: _, ...others } = lampTypes
    onChange(type === '' ? others : { ...others, [value.toLowerCase()]: type })
  }
  return (
    <details className="ll-im-section" open={unknown > 0}>
      <summary>{t(M.lampTypes)}</summary>
      <p className="ll-im-quiet">{unknown > 0 ? t(M.lampTypesUnknown, { n: unknown }) : t(M.lampTypesKnown)}</p>
      <Values
        head={columns.lampType?.[0] ?? ''}
        values={values}
        choice={(value, at) => (
          <select
            id={`im-type-${at}`}
            aria-label={`${value}: ${t(M.treatAs)}`}
            value={lampTypes[value.toLowerCase()] ?? ''}
            onChange={(event) => choose(value, event.target.value)}
          >
            <option value="">{t(M.asRead, { type: readLampType(value) ?? '—' })}</option>
            {Object.entries(LAMP_TYPES).map(([type, words]) => (
              <option key={type} value={type}>
                {type} · {t(words)}
              </option>
            ))}
          </select>
        )}
      />
    </details>
  )
}
