import { pluralOf } from '@lamplight/kit'
import { Suspense, useState } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { exportPartsOf } from '../contribute.ts'
import type { ListColumn } from '../list/columns.ts'
import './export-dialog.css'
import type { ResourceConsole } from '../console-resource.ts'
import type { Query } from '../list/list-state.ts'
import type { Selection } from '../list/selection.ts'
import { DialogButtons } from '../parts/dialog-buttons.tsx'
import { type ExportFormat, exportColumns, exportList, exportParams, FORMATS } from './export-list.ts'

const FORMAT_WORDS = { xlsx: ['Excel (XLSX)', 'Excel (XLSX)'], csv: ['CSV', 'CSV'] } as const

/** Dialog that selects format and columns of an exported file; initially the columns of the list. */
export const ExportDialog = ({
  console,
  all,
  shown,
  filter,
  selection,
  total,
  onClose,
}: {
  readonly console: ResourceConsole
  readonly all: readonly ListColumn[]
  readonly shown: readonly ListColumn[]
  readonly filter: Query
  readonly selection: Selection
  /** Number of rows of the list; null for a tree, where only root rows are counted. */
  readonly total: number | null
  readonly onClose: () => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const [zh, en] = console.resource.label
  const columns = exportColumns(console, all)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(shown.map(({ name }) => name)))
  const [busy, setBusy] = useState(false)
  const picked = selection.kind === 'rows' ? selection.rows.size : 0
  const count = picked > 0 ? picked : total
  const whole = chosen.size === columns.length
  const names = columns.flatMap(({ name }) => (chosen.has(name) ? [name] : []))
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await exportList(console, exportParams(filter, names, selection, format))
      onClose()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t(['导出{name}', 'Export: {name}'], { name: t([zh, pluralOf(en)]) })}
      onClose={onClose}
      className="ll-export"
      footer={
        <DialogButtons busy={busy || chosen.size === 0} focus onCancel={onClose} onOk={() => void send()}>
          {count === null
            ? t(['导出', 'Export'])
            : t(['导出 {n} 条', count === 1 ? 'Export {n} row' : 'Export {n} rows'], { n: number(count) })}
        </DialogButtons>
      }
    >
      <fieldset>
        <legend>{t(['文件格式', 'Format'])}</legend>
        {FORMATS.map((one) => (
          <label key={one}>
            <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
            {t(FORMAT_WORDS[one])}
          </label>
        ))}
      </fieldset>
      <fieldset className="ll-export-columns">
        <legend>{t(['列', 'Columns'])}</legend>
        <label>
          <input type="checkbox" checked={whole} onChange={() => setChosen(new Set((whole ? shown : columns).map(({ name }) => name)))} />
          {t(['全部列', 'All columns'])}
        </label>
        {columns.map(({ name, label }) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.has(name)} onChange={() => setChosen(chosen.symmetricDifference(new Set([name])))} />
            {t(label)}
          </label>
        ))}
      </fieldset>
      {picked === 0 && (
        <Suspense>
          {exportPartsOf().map(([key, Part]) => (
            <Part key={key} console={console} filter={filter} format={format} columns={names} />
          ))}
        </Suspense>
      )}
    </Dialog>
  )
}
