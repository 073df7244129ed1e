import { inSentence } from '@lamplight/kit'
import { type FormEvent, useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { rights } from '../../session/menus.ts'
import { useStateOf } from '../../state/state.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Icon } from '../../widgets/icon.tsx'
import type { ResourceConsole } from '../console-resource.ts'
import { FileDrop } from '../form/file-drop.tsx'
import { DialogButtons } from '../parts/dialog-buttons.tsx'
import { hasEnded } from './import-record.ts'
import { ImportResult } from './import-result.tsx'
import { useImport } from './use-import.ts'

const HINT = [
  '按模板填写 XLSX 或 CSV，最多 5000 行、5 MB；导入前先检查，出错的行不影响其他行',
  'Fill in the template as XLSX or CSV, 5,000 rows and 5 MB at most. The file is checked first; a row with an error does not stop the others',
] as const
type Import = ReturnType<typeof useImport>

/** Buttons below a result: undo, failed rows, another file. */
const ResultButtons = ({ upload, onClose }: { upload: Import; onClose: () => void }) => {
  const t = useT()
  const { record, busy } = upload
  const ended = record !== undefined && hasEnded(record)
  const undoable = record?.phase === 'ended' && record.added + record.changed > 0
  return (
    <>
      {record && record.fail > 0 && ended && (
        <button type="button" className="ll-button" onClick={() => void upload.failed(record.uploadId, record.fileName)}>
          <Icon name="download" size={16} />
          {t(['下载失败行', 'Download failed rows'])}
        </button>
      )}
      {undoable && (
        <button type="button" className="ll-button" disabled={busy} onClick={() => void upload.undo()}>
          {t(['撤销导入', 'Undo import'])}
        </button>
      )}
      {ended && (
        <button type="button" className="ll-button" onClick={upload.again}>
          {t(['再导入一个文件', 'Import another file'])}
        </button>
      )}
      <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
        {ended ? t(['完成', 'Done']) : t(['在后台继续', 'Continue in the background'])}
      </button>
    </>
  )
}

/** Inputs for the file, and for whether existing rows are changed. */
const FileStep = ({
  console,
  upload,
  id,
  onClose,
  title,
}: {
  console: ResourceConsole
  upload: Import
  id: string
  onClose: () => void
  title: string
}) => {
  const t = useT()
  const { permissions } = useStateOf(rights)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    void upload.check()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      firm={upload.busy}
      footer={
        <DialogButtons
          form={`${id}-form`}
          busy={upload.busy}
          onCancel={onClose}
          note={
            <button type="button" className="ll-r-link" onClick={() => void upload.template()}>
              <Icon name="download" size={16} /> {t(['下载模板', 'Download template'])}
            </button>
          }
        >
          {t(['检查文件', 'Check file'])}
        </DialogButtons>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={send}>
        <p>{t(HINT)}</p>
        <FileDrop id={`${id}-file`} accept=".xlsx,.csv" file={upload.file} onFile={upload.choose} />
        {(upload.missing || upload.fault) && (
          <p className="ll-r-field-error" role="alert">
            {upload.fault || t(['请选择要导入的文件', 'Choose the file to import'])}
          </p>
        )}
        {permissions.has(`${console.resource.code}_edit`) && (
          <label className="ll-r-check">
            <input type="checkbox" checked={upload.covers} onChange={(event) => upload.setCovers(event.target.checked)} />
            {t(['已有的行按文件修改', 'Change rows that exist already'])}
          </label>
        )}
        {upload.busy && <progress className="ll-r-progress" value={upload.share} max={1} aria-label={t(['上传进度', 'Upload'])} />}
      </form>
    </Dialog>
  )
}

/** Dialog that imports a sheet: the file is selected or dropped, checked, imported as a job, and can be undone. */
export const ImportDialog = ({ console, onClose }: { console: ResourceConsole; onClose: () => void }) => {
  const t = useT()
  const id = useId()
  const { label } = console.resource
  const upload = useImport(console)
  const { preview, record, busy, fault } = upload
  const title = t([`导入${label[0]}`, `Import: ${inSentence(label[1])}`])
  const failed = fault && (
    <p className="ll-r-field-error" role="alert">
      {fault}
    </p>
  )
  const leave = (): void => {
    void upload.discard()
    onClose()
  }
  if (upload.sent)
    return (
      <Dialog title={title} onClose={onClose} footer={<ResultButtons upload={upload} onClose={onClose} />}>
        {record && <ImportResult record={record} />}
        {failed}
      </Dialog>
    )
  if (!preview) return <FileStep console={console} upload={upload} id={id} title={title} onClose={onClose} />
  const rows = preview.added + preview.changed
  return (
    <Dialog
      title={title}
      onClose={leave}
      firm={busy}
      footer={
        <>
          <button type="button" className="ll-button" onClick={upload.again}>
            {t(['另选文件', 'Choose another file'])}
          </button>
          <button type="button" className="ll-button ll-button--primary" disabled={busy || rows === 0} onClick={() => void upload.run()}>
            {t(['导入 {rows} 行', 'Import {rows} row{rows:s}'], { rows })}
          </button>
        </>
      }
    >
      <ImportResult record={preview} />
      {failed}
    </Dialog>
  )
}
