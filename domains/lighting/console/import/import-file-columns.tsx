import { useFormat, useT } from '@lamplight/console-kit'
import { MEANING_LABELS, MEANINGS } from '@lamplight/inventory/model'
import { M } from './import.messages.ts'
import type { Columns, ImportDetail } from './use-import-session.ts'

const SAMPLES = 3

/** All columns of a file with three sample values and the field that each one fills. A column without a field is not imported. */
export const FileColumns = ({ detail, columns }: { readonly detail: ImportDetail; readonly columns: Columns }) => {
  const t = useT()
  const { unit } = useFormat()
  const { inspection } = detail
  if (!inspection || inspection.columns.length === 0) return null
  const fieldsOf = (name: string): string =>
    MEANINGS.filter((meaning) => columns[meaning]?.includes(name))
      .map((meaning) => t(MEANING_LABELS[meaning]))
      .join(' · ')
  return (
    <details className="ll-im-section">
      <summary>
        {t(M.allColumns)} · {inspection.columns.length}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <section className="ll-im-scroll" tabIndex={0} aria-label={t(M.allColumns)}>
        <table className="ll-im-table">
          <thead>
            <tr>
              <th scope="col">{t(M.column)}</th>
              <th scope="col">{t(M.meaning)}</th>
              <th scope="col">{t(M.filled)}</th>
              <th scope="col">{t(M.sample)}</th>
            </tr>
          </thead>
          <tbody>
            {inspection.columns.map(({ name, filled, samples }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{fieldsOf(name) || <span className="ll-im-quiet">{t(M.none)}</span>}</td>
                <td>{unit(filled * 100, '%', 0)}</td>
                <td className="ll-im-sample">{samples.slice(0, SAMPLES).join('  ·  ') || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
