import { type AnswerOf, api, notify, PageHeader, useT, useUser } from '@lamplight/console-kit'
import { FieldsHost, LoadError } from '@lamplight/console-kit/resource'
import { Picker } from '@lamplight/fields/view'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { delayDetail } from '../server/gateways/delay-offline.handler.ts'
import './devices.css'
import { M } from './devices.messages.ts'
import { useTenants } from './use-tenants.ts'

const PATH = 'blade-city/delayOffline'

const DelayForm = ({ delay, reload }: { readonly delay: AnswerOf<typeof delayDetail>; readonly reload: () => void }) => {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState(delay.minutes > 0 ? String(delay.minutes) : '')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    setWrong('')
    api
      .post(`${PATH}/submit`, { body: { tenantId: delay.tenantId, minutes: Number(typed || 0) }, quiet: true })
      .then(() => {
        notify.success(M.delaySaved)
        reload()
      })
      .catch((thrown: Error) => setWrong(thrown.message))
      .finally(() => setBusy(false))
  }
  return (
    <form className="ll-devices-form" noValidate onSubmit={save}>
      <label className="ll-devices-label" htmlFor={id}>
        {t(M.delayMinutes)}
      </label>
      <input
        id={id}
        className="ll-f-input"
        inputMode="numeric"
        value={typed}
        aria-invalid={wrong !== '' || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
      />
      <p id={`${id}-hint`} className="ll-devices-note">
        {t(M.delayHint)}
      </p>
      {wrong && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          {wrong}
        </div>
      )}
      <button type="submit" className="ll-button ll-button--primary" disabled={busy} aria-busy={busy}>
        {t(M.save)}
      </button>
    </form>
  )
}

const DelayOffline = () => {
  const t = useT()
  const id = useId()
  const own = useUser()?.tenantId ?? ''
  const tenants = useTenants()
  const [chosen, setChosen] = useState<string | null>(null)
  const tenantId = chosen ?? own
  const query = useQuery({
    queryKey: ['delay-offline', tenantId],
    queryFn: ({ signal }) => api.get<typeof delayDetail>(`${PATH}/detail`, { tenantId }, { signal, quiet: true }),
    enabled: tenantId !== '',
  })
  return (
    <FieldsHost>
      <div className="ll-r-page">
        <PageHeader title={t(M.delay)} about={t(M.delayAbout)} />
        <div className="ll-devices-form">
          <label className="ll-devices-label" htmlFor={id}>
            {t(M.tenant)}
          </label>
          <Picker
            id={id}
            label={t(M.tenant)}
            options={tenants.data ?? []}
            loading={tenants.isPending}
            chosen={tenantId ? [tenantId] : []}
            onChange={(ids) => setChosen(ids[0] ?? null)}
          />
        </div>
        {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
        {query.data && <DelayForm key={`${tenantId} ${query.data.minutes}`} delay={query.data} reload={() => void query.refetch()} />}
      </div>
    </FieldsHost>
  )
}

/** How long after its last report a gateway or a lamp controller of a tenant counts as offline. */
export const DelayOfflinePage = () => (
  <FieldsHost>
    <DelayOffline />
  </FieldsHost>
)
