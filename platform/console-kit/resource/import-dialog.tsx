import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import { saveFile } from '../api/client.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { useProject } from '../session/project.ts'
import { api } from '../session/session.ts'
import { initialDraft, writable } from './draft.ts'
import { writeValues } from './entry.ts'
import { FormFields } from './form-fields.tsx'
import { failedTable, hasEnded, type ImportRecord, readImport } from './import-record.ts'
import { invalidate } from './invalidate.ts'
import type { ResourceConsole } from './on-console.ts'
import { csvBlob } from './parts/csv.ts'
import { Icon } from './parts/icon.tsx'
import { Panel } from './parts/panel.tsx'
import { useFieldsForm } from './use-fields-form.ts'

/** Time between two questions for the progress, ms (decisions.md C12). */
const POLL = 2000
const SHOWN_FAILURES = 100
const NO_FIELDS = {}

const FileDrop = ({ id, accept, file, onFile }: { id: string; accept: string; file: File | null; onFile: (file: File) => void }) => {
  const t = useT()
  const { bytes } = useFormat()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  return (
    <label
      className="ll-drop"
      htmlFor={id}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" />
      {file ? (
        <strong>
          {file.name} · {bytes(file.size)}
        </strong>
      ) : (
        <span>{t(['把文件拖到这里，或点击选择', 'Drop a file here, or click to choose one'])}</span>
      )}
      <small>{accept}</small>
      <input
        id={id}
        type="file"
        className="ll-hidden"
        accept={accept}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) onFile(chosen)
        }}
      />
    </label>
  )
}

const WORDS = {
  0: ['等待处理', 'Waiting'],
  1: ['正在处理', 'Processing'],
  2: ['导入成功', 'Imported'],
  3: ['部分成功', 'Partly imported'],
  4: ['导入失败', 'Nothing was imported'],
} as const
const TONES = { 0: 'busy', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad' } as const
const wordOf = (status: number): keyof typeof WORDS => (status in WORDS ? (status as keyof typeof WORDS) : 1)

const Result = ({ record }: { record: ImportRecord }) => {
  const t = useT()
  const { number } = useFormat()
  const heads = [t(['行号', 'Row']), t(['原因', 'Reason'])] as const
  const keep = (): void =>
    saveFile({ blob: csvBlob(failedTable(record.failures, heads)), name: `${record.fileName || 'import'}-${t(['失败', 'failed'])}.csv` })
  return (
    <div className="ll-import" aria-live="polite">
      <div className="ll-banner" data-tone={TONES[wordOf(record.status)]}>
        <div>
          <strong>{t(WORDS[wordOf(record.status)])}</strong>
          {hasEnded(record) && (
            <p>
              {t(['共 {total} 行，成功 {success} 行，失败 {fail} 行', '{total} rows: {success} taken, {fail} refused'], {
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
            <Icon name="download" />
            {t(['下载失败行', 'Failed rows'])}
          </button>
        )}
      </div>
      {!hasEnded(record) && <div className="ll-progress" data-unknown role="progressbar" aria-label={t(WORDS[1])} />}
      {record.failures.length > 0 && (
        <table className="ll-failures">
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

/** Watches one upload until it has ended. */
const useImport = (console: ResourceConsole, uploadId: string | null) => {
  const { resource } = console
  const { data } = useQuery({
    queryKey: [resource.name, 'import', uploadId],
    queryFn: async () => readImport(await api.get<unknown>(`${resource.api.base}/import/status`, { uploadId }, { quiet: true })),
    enabled: uploadId !== null,
    refetchInterval: (query) => (query.state.data && hasEnded(query.state.data) ? false : POLL),
    placeholderData: undefined,
  })
  const ended = data !== undefined && hasEnded(data)
  useEffect(() => {
    if (ended) void invalidate(resource.name)
  }, [ended, resource.name])
  return data
}

/** A file of rows: dropped or chosen, sent with its progress, then watched until the server has worked through it. */
export const ImportDialog = ({ console, onClose }: { console: ResourceConsole; onClose: () => void }) => {
  const t = useT()
  const { resource, ui } = console
  const { project } = useProject()
  const idPrefix = useId()
  const fields = ui.import?.input ?? NO_FIELDS
  const accept = ui.import?.accept ?? '.csv'
  const start = useMemo(
    () => ({ ...initialDraft(fields), ...(project && 'projectId' in fields ? { projectId: project.id } : {}) }),
    [fields, project],
  )
  const form = useFieldsForm(fields, 'create', start)
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const [share, setShare] = useState(0)
  const [uploadId, setUploadId] = useState<string | null>(null)
  const record = useImport(console, uploadId)

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setMissing(file === null)
    await form.send(async (draft) => {
      if (!file) return
      const data = new FormData()
      for (const [name, value] of Object.entries(writeValues(fields, draft))) if (value !== '') data.append(name, String(value))
      data.append('file', file)
      const answer = await api.upload<{ uploadId: string }>(`${resource.api.base}/import`, data, { onProgress: setShare, quiet: true })
      setUploadId(String(answer.uploadId))
    })
  }
  const heads = Object.entries(writable(resource.fields, 'create')).filter(([, field]) => field.kind !== 'secret')
  const template = (): void =>
    saveFile({
      blob: csvBlob([heads.flatMap(([name, field]) => Object.keys(writeValues({ [name]: field }, { [name]: null })))]),
      name: `${resource.code}-template.csv`,
    })
  return (
    <Panel
      kind="dialog"
      title={t([`导入${resource.label[0]}`, `Import: ${resource.label[1].toLowerCase()}`])}
      onClose={onClose}
      footer={
        uploadId ? (
          <>
            <button type="button" className="ll-button" data-look="primary" onClick={onClose}>
              {record && hasEnded(record) ? t(['完成', 'Done']) : t(['在后台继续', 'Continue in the background'])}
            </button>
            {record && hasEnded(record) && (
              <button
                type="button"
                className="ll-button"
                onClick={() => {
                  setUploadId(null)
                  setFile(null)
                }}
              >
                {t(['再导入一个文件', 'Import another file'])}
              </button>
            )}
          </>
        ) : (
          <>
            <button
              type="submit"
              form={`${idPrefix}-form`}
              className="ll-button"
              data-look="primary"
              disabled={form.sending}
              data-busy={form.sending || undefined}
            >
              {t(['导入', 'Import'])}
            </button>
            <button type="button" className="ll-button" onClick={template}>
              <Icon name="download" />
              {t(['下载模板', 'Template'])}
            </button>
          </>
        )
      }
    >
      {uploadId ? (
        record && <Result record={record} />
      ) : (
        <form id={`${idPrefix}-form`} noValidate onSubmit={(event) => void send(event)}>
          <p>
            {ui.import?.hint
              ? t(ui.import.hint)
              : t([
                  '第一行为列名，与模板一致；逐行导入，有错的行不会影响其它行',
                  'The first line names the columns, as in the template; rows are taken one by one, a bad one stops no other',
                ])}
          </p>
          <FileDrop
            id={`${idPrefix}-file`}
            accept={accept}
            file={file}
            onFile={(chosen) => {
              setFile(chosen)
              setMissing(false)
            }}
          />
          {missing && (
            <p className="ll-field-error" role="alert">
              {t(['请选择要导入的文件', 'Choose the file to import'])}
            </p>
          )}
          <FormFields
            form={form}
            fields={fields}
            sections={[{ label: null, names: Object.keys(fields) }]}
            wire={NO_FIELDS}
            idPrefix={idPrefix}
          />
          {form.sending && file && <progress className="ll-progress" value={share} max={1} aria-label={t(['上传进度', 'Upload'])} />}
        </form>
      )}
    </Panel>
  )
}
