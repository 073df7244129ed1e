import { inSentence } from '@lamplight/kit'
import { type FormEvent, useId } from 'react'
import { saveFile } from '../api/client.ts'
import { useT } from '../i18n/use-t.ts'
import { Dialog } from '../widgets/dialog.tsx'
import { Icon } from '../widgets/icon.tsx'
import type { ResourceConsole } from './console-resource.ts'
import { writable } from './draft.ts'
import { writeValues } from './entry.ts'
import { FileDrop } from './file-drop.tsx'
import { FormFields } from './form-fields.tsx'
import { hasEnded } from './import-record.ts'
import { ImportResult } from './import-result.tsx'
import { csvBlob } from './parts/csv.ts'
import { DialogButtons } from './parts/dialog-buttons.tsx'
import { useImport } from './use-import.ts'

const NO_WIRE = {}
const HINT = [
  '第一行为列名，与模板一致；逐行导入，出错的行不影响其他行',
  'The first row holds the column names, as in the template. Rows are imported one by one; a row with an error does not stop the others',
] as const

/** The columns a file may have, by their names on the wire. */
const templateOf = ({ resource }: ResourceConsole): readonly string[] =>
  Object.entries(writable(resource.fields, 'create'))
    .filter(([, field]) => field.kind !== 'secret')
    .flatMap(([name, field]) => Object.keys(writeValues({ [name]: field }, { [name]: null })))

/** A file of rows: dropped or chosen, sent with its progress, then watched until the server has worked through it. */
export const ImportDialog = ({ console, onClose }: { console: ResourceConsole; onClose: () => void }) => {
  const t = useT()
  const { resource, ui } = console
  const idPrefix = useId()
  const given = useImport(console)
  const { form, fields, file, record } = given
  const ended = record !== undefined && hasEnded(record)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    void given.send()
  }
  const template = (): void => saveFile({ blob: csvBlob([templateOf(console)]), name: `${resource.code}-template.csv` })
  const title = t([`导入${resource.label[0]}`, `Import: ${inSentence(resource.label[1])}`])
  if (given.sent)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        footer={
          <>
            {ended && (
              <button type="button" className="ll-button" onClick={given.again}>
                {t(['再导入一个文件', 'Import another file'])}
              </button>
            )}
            <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
              {ended ? t(['完成', 'Done']) : t(['在后台继续', 'Continue in the background'])}
            </button>
          </>
        }
      >
        {record && <ImportResult record={record} />}
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      firm={form.sending}
      footer={
        <DialogButtons
          form={`${idPrefix}-form`}
          busy={form.sending}
          onCancel={onClose}
          note={
            <button type="button" className="ll-r-link" onClick={template}>
              <Icon name="download" size={16} /> {t(['下载模板', 'Download template'])}
            </button>
          }
        >
          {t(['导入', 'Import'])}
        </DialogButtons>
      }
    >
      <form id={`${idPrefix}-form`} noValidate onSubmit={send}>
        <p>{t(ui.import?.hint ?? HINT)}</p>
        <FileDrop id={`${idPrefix}-file`} accept={ui.import?.accept ?? '.csv'} file={file} onFile={given.choose} />
        {given.missing && (
          <p className="ll-r-field-error" role="alert">
            {t(['请选择要导入的文件', 'Choose the file to import'])}
          </p>
        )}
        <FormFields
          form={form}
          fields={fields}
          sections={[{ label: null, names: Object.keys(fields) }]}
          wire={NO_WIRE}
          idPrefix={idPrefix}
        />
        {form.sending && <progress className="ll-r-progress" value={given.share} max={1} aria-label={t(['上传进度', 'Upload'])} />}
      </form>
    </Dialog>
  )
}
