import { api, PageHeader, useT } from '@lamplight/console-kit'
import { type FormEvent, useId, useState } from 'react'
import { X } from './accessory.messages.ts'

/** States of the call, decisions.md B2. */
const STATES = [X.all, X.online, X.offline, X.fault, X.inactive]
const FORMATS = ['xlsx', 'csv'] as const

/** Downloads lamp controllers by state, with or without their latest values. */
export const ControllerExportPage = () => {
  const t = useT()
  const id = useId()
  const [status, setStatus] = useState(0)
  const [containData, setContainData] = useState(true)
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('xlsx')
  const [busy, setBusy] = useState(false)
  const download = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    api
      .download(
        'blade-city/controller/export/by/status',
        {},
        { method: 'POST', body: { status, containData: containData ? 1 : 0, format } },
      )
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <div className="ll-r-page">
      <PageHeader title={t(X.export)} about={t(X.exportAbout)} />
      <form className="ll-r-search" onSubmit={download}>
        <div className="ll-r-filter" data-frame>
          <label htmlFor={`${id}-state`}>{t(X.state)}</label>
          <select id={`${id}-state`} className="ll-f-input" value={status} onChange={(event) => setStatus(Number(event.target.value))}>
            {STATES.map((text, at) => (
              <option key={text[1]} value={at}>
                {t(text)}
              </option>
            ))}
          </select>
        </div>
        <div className="ll-r-filter" data-frame>
          <label htmlFor={`${id}-format`}>{t(X.format)}</label>
          <select
            id={`${id}-format`}
            className="ll-f-input"
            value={format}
            onChange={(event) => setFormat(event.target.value as (typeof FORMATS)[number])}
          >
            {FORMATS.map((one) => (
              <option key={one} value={one}>
                {one.toUpperCase()}
              </option>
            ))}
          </select>
        </div>
        <label className="ll-r-filter">
          <input type="checkbox" checked={containData} onChange={(event) => setContainData(event.target.checked)} /> {t(X.contain)}
        </label>
        <button type="submit" className="ll-button ll-button--primary" disabled={busy} aria-busy={busy}>
          {t(X.download)}
        </button>
      </form>
    </div>
  )
}
