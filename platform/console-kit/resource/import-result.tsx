import { saveFile } from '../api/client.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { Icon } from '../widgets/icon.tsx'
import { failedTable, hasEnded, type ImportRecord } from './import-record.ts'
import { csvBlob } from './parts/csv.ts'

const SHOWN_FAILURES = 100
const WORDS = {
  0: ['等待处理', 'Waiting'],
  1: ['正在处理', 'Processing'],
  2: ['导入成功', 'Imported'],
  3: ['部分成功', 'Partly imported'],
  4: ['导入失败', 'Import failed'],
} as const
const TONES = { 0: 'busy', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad' } as const
const known = (status: number): keyof typeof WORDS => (status in WORDS ? (status as keyof typeof WORDS) : 1)

/** How an import stands; at its end the rows that were refused and why, as a file too. */
export const ImportResult = ({ record }: { record: ImportRecord }) => {
  const t = useT()
  const { number } = useFormat()
  const status = known(record.status)
  const heads = [t(['行号', 'Row']), t(['原因', 'Reason'])] as const
  const keep = (): void =>
    saveFile({
      blob: csvBlob(failedTable(record.failures, heads)),
      name: `${record.fileName || 'import'}-${t(['失败', 'failed'])}.csv`,
    })
  return (
    <div className="ll-r-import" aria-live="polite">
      <div className="ll-r-banner" data-tone={TONES[status]}>
        <div>
          <strong>{t(WORDS[status])}</strong>
          {hasEnded(record) && (
            <p>
              {t(['共 {total} 行，成功 {success} 行，失败 {fail} 行', '{total} rows: {success} imported, {fail} failed'], {
                total: number(record.total),
                success: number(record.success),
                fail: number(record.fail),
              })}
            </p>
          )}
          {record.reason && <p>{record.reason}</p>}
          {record.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
        {record.failures.length > 0 && (
          <button type="button" className="ll-button" onClick={keep}>
            <Icon name="download" size={16} />
            {t(['下载失败行', 'Download failed rows'])}
          </button>
        )}
      </div>
      {!hasEnded(record) && <div className="ll-r-progress" data-unknown role="progressbar" aria-label={t(WORDS[1])} />}
      {record.failures.length > 0 && (
        <table className="ll-r-failures">
          <thead>
            <tr>
              <th>{heads[0]}</th>
              <th>{heads[1]}</th>
            </tr>
          </thead>
          <tbody>
            {record.failures.slice(0, SHOWN_FAILURES).map((failure) => (
              <tr key={`${failure.row} ${failure.reason}`}>
                <td>{number(failure.row)}</td>
                <td>{failure.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
