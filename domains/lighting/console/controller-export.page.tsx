import { api, PageHeader, useT } from '@lamplight/console-kit'
import { ChoiceFilter } from '@lamplight/console-kit/resource'
import { type FormEvent, useState } from 'react'
import { X } from './accessory.messages.ts'

/** States of the call, decisions.md B2. */
const STATES = [X.all, X.online, X.offline, X.fault, X.inactive]
const FORMATS = ['xlsx', 'csv'] as const

/** Downloads lamp controllers by state, with or without their latest values. */
export const ControllerExportPage = () => {
  const t = useT()
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
        <ChoiceFilter
          label={X.currentControllerStatus}
          value={String(status)}
          options={STATES.map((text, at) => [String(at), t(text)])}
          onChange={(at) => setStatus(Number(at))}
        />
        <ChoiceFilter
          label={X.format}
          value={format}
          options={FORMATS.map((one) => [one, one.toUpperCase()])}
          onChange={(one) => setFormat(one as (typeof FORMATS)[number])}
        />
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
