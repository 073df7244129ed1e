import { api, isApiError, navigate, notify, t as say, useFormat, useNow, usePermission, useT } from '@lamplight/console-kit'
import { type ExportProps, invalidate } from '@lamplight/console-kit/resource'
import { FROM, TO } from '@lamplight/kit'
import { type FormEvent, useId, useState } from 'react'
import { report } from '../model/report.resource.ts'
import { keptOf } from './question.ts'
import { M } from './reports.messages.ts'
import './reports.css'

const FORMAT_NUMBERS = { xlsx: 1, csv: 2 } as const

/** Part of the export dialog that saves its settings as a named report. */
export const SaveReport = ({ console, filter, columns, format }: ExportProps) => {
  const t = useT()
  const { time } = useFormat()
  const now = useNow()
  const id = useId()
  const may = usePermission(`${report.code}_add`)
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  if (!may) return null
  const kept = keptOf(filter, now, (ms) => time(ms))
  const ranged = Boolean(filter[FROM] || filter[TO])
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFailed('')
    const body = {
      name: name.trim(),
      source: console.resource.name,
      filter: kept.filter,
      columns: columns.join(','),
      period: kept.period?.key ?? '',
      format: FORMAT_NUMBERS[format],
    }
    try {
      await api.post(`${report.api.base}/submit`, { body, quiet: true })
      notify.success(say(M.saved, { name: body.name }), {
        action: { label: say(M.toList), run: () => navigate('/report/reportlist') },
        ms: 8000,
      })
      setName('')
      void invalidate(report.name)
    } catch (thrown) {
      setFailed(isApiError(thrown) ? thrown.message : String(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="ll-reports-save" noValidate onSubmit={(event) => void save(event)}>
      <label htmlFor={id}>{t(M.save)}</label>
      <p id={`${id}-about`}>
        {t(M.saveAbout)}
        {ranged && `${t(['。', '. '])}${kept.period ? t(M.moving, { period: t(kept.period.label) }) : t(M.fixed)}`}
      </p>
      <div>
        <input
          id={id}
          className="ll-f-input"
          value={name}
          maxLength={100}
          placeholder={t(M.name)}
          aria-describedby={`${id}-about`}
          aria-invalid={failed !== '' || undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="ll-button" disabled={busy || name.trim() === '' || columns.length === 0}>
          {t(M.saveName)}
        </button>
      </div>
      {failed && (
        <p className="ll-r-field-error" role="alert">
          {failed}
        </p>
      )}
    </form>
  )
}
