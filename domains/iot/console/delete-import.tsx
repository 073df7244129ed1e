import { type AnswerOf, api, Dialog, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { DialogButtons, invalidate, type SlotProps } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { registration } from '../model/registration.resource.ts'
import type { deleteByImportRoute } from '../server/delete-import.handler.ts'
import './iot.css'
import { M } from './iot.messages.ts'

const BASE = registration.api.base
const BY_LIST = ''

interface Upload {
  readonly uploadId: string
  readonly fileName: string
  readonly createTime: string
  readonly added: number
}
type Answer = AnswerOf<typeof deleteByImportRoute>

const Outcome = ({ answer, onClose }: { readonly answer: Answer; readonly onClose: () => void }) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <Dialog
      title={t(M.deleted, { n: number(answer.count) })}
      onClose={onClose}
      footer={
        <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
          {t(M.close)}
        </button>
      }
    >
      <p>{t(M.stayed, { n: number(answer.stayed) })}</p>
      {answer.kept.length > 0 && (
        <ul className="ll-iot-kept">
          {answer.kept.map(({ imei, reason }) => (
            <li key={imei}>
              <span>{imei}</span>
              <span>{t(reason === 'activated' ? M.activated : M.missing)}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

const DeleteDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useT()
  const { number } = useFormat()
  const form = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const [imeis, setImeis] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { data, isLoading } = useQuery({
    queryKey: [registration.name, 'import', 'record'],
    queryFn: ({ signal }) =>
      api.get<{ records: readonly Upload[] }>(`${BASE}/import/record`, { current: 1, size: 50 }, { signal, quiet: true }),
  })
  const uploads = data?.records.filter(({ added }) => added > 0) ?? []
  const uploadId = chosen ?? uploads[0]?.uploadId ?? BY_LIST
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (uploadId === BY_LIST && imeis.trim() === '') return setWrong(t(M.needImeis))
    setBusy(true)
    try {
      const body = uploadId === BY_LIST ? { imeis: imeis.trim() } : { uploadId }
      setAnswer(await api.post<AnswerOf<typeof deleteByImportRoute>>(`${BASE}/delete-by-import`, { body, quiet: true }))
      void invalidate(registration.name)
    } catch (thrown) {
      setWrong((thrown as Error).message)
      setBusy(false)
    }
  }
  if (answer) return <Outcome answer={answer} onClose={onClose} />
  return (
    <Dialog
      title={t(M.deleteTitle)}
      firm={busy}
      onClose={onClose}
      footer={
        <DialogButtons form={form} danger busy={busy || isLoading} onCancel={onClose}>
          {t(M.deleteOk)}
        </DialogButtons>
      }
    >
      <form id={form} className="ll-iot-form" noValidate onSubmit={(event) => void send(event)}>
        <p>{t(M.deleteText)}</p>
        <label htmlFor={`${form}-upload`}>{t(M.upload)}</label>
        <select
          id={`${form}-upload`}
          className="ll-f-input"
          value={uploadId}
          onChange={(event) => {
            setChosen(event.target.value)
            setWrong('')
          }}
        >
          {uploads.map((one) => (
            <option key={one.uploadId} value={one.uploadId}>
              {t(M.uploadEntry, { file: one.fileName, time: one.createTime, n: number(one.added) })}
            </option>
          ))}
          <option value={BY_LIST}>{t(M.byList)}</option>
        </select>
        {uploadId === BY_LIST && (
          <>
            <label htmlFor={`${form}-imeis`}>{t(M.imeis)}</label>
            <textarea
              id={`${form}-imeis`}
              className="ll-f-input"
              rows={5}
              inputMode="numeric"
              placeholder={t(M.imeisHint)}
              value={imeis}
              aria-invalid={wrong !== '' || undefined}
              onChange={(event) => {
                setImeis(event.target.value)
                setWrong('')
              }}
            />
          </>
        )}
        {wrong && (
          <p className="ll-r-field-error" role="alert">
            {wrong}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** Button with a dialog that deletes devices by import or by IMEI. Devices that have reported stay (decisions.md C12). */
export const DeleteImport = ({ reload }: SlotProps) => {
  const t = useT()
  const mayDelete = usePermission(`${registration.code}_delete`)
  const [open, setOpen] = useState(false)
  if (!mayDelete) return null
  return (
    <>
      <button type="button" className="ll-button" onClick={() => setOpen(true)}>
        {t(M.deleteByImport)}
      </button>
      {open && (
        <DeleteDialog
          onClose={() => {
            setOpen(false)
            reload()
          }}
        />
      )}
    </>
  )
}
