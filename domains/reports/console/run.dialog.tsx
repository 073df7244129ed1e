import { api, Dialog, useT } from '@lamplight/console-kit'
import { type ActionDialogProps, DialogButtons } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { report } from '../model/report.resource.ts'
import { ColumnsCell, FilterCell, rowsOf } from './cells.tsx'
import { sourceOf } from './question.ts'
import { M } from './reports.messages.ts'

interface Answer {
  readonly file: string
  readonly query: Readonly<Record<string, string>>
  readonly name: string
}
const FORMAT_WORDS = report.fields.format.options.values

/** Dialog that shows the contents of the file, starts the export and downloads the file. */
export const RunDialog = ({ rows, submit, close }: ActionDialogProps<typeof report, Record<never, never>>) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const [row] = rows
  if (!row) return null
  const source = sourceOf(row)
  const run = async (): Promise<void> => {
    setBusy(true)
    setFailed('')
    try {
      const { file, query, name } = (await submit({})) as Answer
      await api.download(file, query, { name, quiet: true })
      close()
    } catch (thrown) {
      setFailed(thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t(M.run, { name: row.name })}
      onClose={close}
      firm={busy}
      footer={
        <DialogButtons focus busy={busy} onCancel={close} onOk={() => void run()}>
          {t(M.download)}
        </DialogButtons>
      }
    >
      {failed && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          {failed}
        </div>
      )}
      <dl className="ll-reports-facts">
        <div>
          <dt>{t(M.data)}</dt>
          <dd>{source ? t(rowsOf(source)) : row.source}</dd>
        </div>
        <div>
          <dt>{t(M.filter)}</dt>
          <dd>
            <FilterCell row={row} />
          </dd>
        </div>
        <div>
          <dt>{t(M.columnsHead)}</dt>
          <dd>
            <ColumnsCell row={row} />
          </dd>
        </div>
      </dl>
      <p className="ll-r-reach">{t(M.runAbout, { format: t(FORMAT_WORDS[(row.format ?? 1) as keyof typeof FORMAT_WORDS]) })}</p>
    </Dialog>
  )
}
