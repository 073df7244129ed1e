import type { Text } from '@lamplight/kit'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { hasEnded, type ImportRecord } from './import-record.ts'

const SHOWN_FAILURES = 100
type Tone = 'busy' | 'good' | 'warn' | 'bad'
const WORDS: Readonly<Record<number, readonly [Text, Tone]>> = {
  0: [['等待处理', 'Waiting'], 'busy'],
  1: [['正在处理', 'Processing'], 'busy'],
  2: [['导入成功', 'Imported'], 'good'],
  3: [['部分成功', 'Partly imported'], 'warn'],
  4: [['导入失败', 'Import failed'], 'bad'],
}
const stateOf = ({ phase, status, fail }: ImportRecord): readonly [Text, Tone] => {
  if (phase === 'draft') return [['检查完毕，尚未导入', 'Checked; nothing is imported yet'], fail > 0 ? 'warn' : 'good']
  if (phase === 'undoing') return [['正在撤销', 'Undoing'], 'busy']
  if (phase === 'undone') return [['已撤销', 'Undone'], 'good']
  return WORDS[status] ?? [['正在处理', 'Processing'], 'busy']
}
const FIGURES: Readonly<Record<'draft' | 'undone' | 'ended', Text>> = {
  draft: [
    '共 {total} 行：新增 {added} 行，修改 {changed} 行，{fail} 行有误将跳过',
    '{total} row{total:s}: {added} to add, {changed} to change, {fail} with errors that are left out',
  ],
  ended: ['共 {total} 行，成功 {success} 行，失败 {fail} 行', '{total} row{total:s}: {success} imported, {fail} failed'],
  undone: [
    '撤销 {undone} 行，{kept} 行因导入后已修改而保留',
    '{undone} row{undone:s} undone; {kept} changed since the import and were kept',
  ],
}

/** State of an import, with its failed rows and reasons. */
export const ImportResult = ({ record }: { record: ImportRecord }) => {
  const t = useT()
  const { number } = useFormat()
  const [words, tone] = stateOf(record)
  const { phase, total, done, failures, reason, notes } = record
  const figures = phase === 'draft' || phase === 'undone' ? phase : 'ended'
  const runs = phase !== 'draft' && !hasEnded(record)
  return (
    <div className="ll-r-import" aria-live="polite">
      <div className="ll-r-banner" data-tone={tone}>
        <div>
          <strong>{t(words)}</strong>
          {!runs && (
            <p>
              {t(FIGURES[figures], {
                total: number(total),
                success: number(record.success),
                fail: number(record.fail),
                added: number(record.added),
                changed: number(record.changed),
                undone: number(record.undone),
                kept: number(record.kept),
              })}
            </p>
          )}
          {reason && <p>{reason}</p>}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      </div>
      {runs && <progress className="ll-r-progress" value={phase === 'running' ? done : undefined} max={total || 1} aria-label={t(words)} />}
      {failures.length > 0 && (
        <table className="ll-r-failures">
          <thead>
            <tr>
              <th>{t(['行号', 'Row'])}</th>
              <th>{t(['原因', 'Reason'])}</th>
            </tr>
          </thead>
          <tbody>
            {failures.slice(0, SHOWN_FAILURES).map((failure) => (
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
