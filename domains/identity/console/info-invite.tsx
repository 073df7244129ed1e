import { api, isApiError, notify, Qr, usePermission, useT, useUser } from '@lamplight/console-kit'
import { Picker } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { type ReactNode, useId, useState } from 'react'
import { MODULE_WORDS, MODULES } from '../model/invite.resource.ts'
import type { shortUrl } from '../server/people/invite.handler.ts'
import { I } from './info.messages.ts'
import { type Choice, type Module, useLinkage } from './use-linkage.ts'

const TYPES = { 1: I.link, 2: I.qr } as const

const Labelled = ({ label, children }: { readonly label: Text; readonly children: (id: string) => ReactNode }) => {
  const t = useT()
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{t(label)}</label>
      {children(id)}
    </div>
  )
}
const Several = (props: {
  readonly label: Text
  readonly from: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}) => {
  const t = useT()
  return (
    <Labelled label={props.label}>
      {(id) => (
        <Picker
          id={id}
          label={t(props.label)}
          multiple
          options={props.from.map((one) => ({ id: one.id, label: one.title }))}
          chosen={props.chosen}
          onChange={props.onChange}
        />
      )}
    </Labelled>
  )
}
const Modules = ({
  from = MODULES,
  label,
  value,
  onChange,
}: {
  readonly from?: readonly (typeof MODULES)[number][]
  readonly label: Text
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const t = useT()
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} className="ll-f-input" value={value} onChange={(event) => onChange(event.target.value)}>
          {from.map((name) => (
            <option key={name} value={name}>
              {t(MODULE_WORDS[name])}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
const Address = ({ url, label }: { readonly url: string; readonly label: Text }) => {
  const t = useT()
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(
      () => notify.success(I.copied),
      () => undefined,
    )
  }
  return (
    <Labelled label={label}>
      {(id) => (
        <div className="ll-people__row">
          <input id={id} className="ll-f-input" readOnly value={url} onFocus={(event) => event.target.select()} />
          <button type="button" className="ll-button" onClick={copy}>
            {t(I.copy)}
          </button>
        </div>
      )}
    </Labelled>
  )
}

const Invite = () => {
  const t = useT()
  const linkage = useLinkage()
  const [type, setType] = useState<1 | 2>(1)
  const [chosenModule, setModule] = useState('')
  const [roles, setRoles] = useState<readonly string[]>([])
  const [depts, setDepts] = useState<readonly string[]>([])
  const [region, setRegion] = useState<readonly string[]>([])
  const [many, setMany] = useState(false)
  const [url, setUrl] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const module = chosenModule || (linkage.data?.inviteModules[0] ?? 'CITY')
  const make = async (): Promise<string> => {
    const body = {
      inviteType: type,
      inviteModule: module,
      inviteRoles: roles.join(','),
      inviteDepts: depts.join(','),
      inviteRegion: region.join(','),
      multiple: many ? 1 : 0,
    }
    const { id } = await api.post<{ id: string }>('blade-auth/invite/submit', { body, quiet: true })
    const made = await api.get<{ identification: string; inviteUserId: string }>('blade-auth/invite/detail', { id })
    const query = new URLSearchParams({ identification: made.identification, inviteUserId: made.inviteUserId })
    const longUrl = `${window.location.origin}/invite_link?${query}`
    return api.post<typeof shortUrl>('blade-auth/invite/shortUrl', { query: { longUrl } })
  }
  const send = (): void => {
    if (roles.length === 0) {
      setWrong(t(I.needed, { what: t(I.inviteRoles) }))
      return
    }
    setWrong('')
    setBusy(true)
    make()
      .then(setUrl, (thrown: unknown) => setWrong(isApiError(thrown) ? thrown.message : String(thrown)))
      .finally(() => setBusy(false))
  }
  const data = linkage.data
  if (!data) return null
  return (
    <div className="ll-people__form">
      <Labelled label={I.inviteType}>
        {(id) => (
          <select id={id} className="ll-f-input" value={type} onChange={(event) => setType(event.target.value === '2' ? 2 : 1)}>
            {([1, 2] as const).map((one) => (
              <option key={one} value={one}>
                {t(TYPES[one])}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Several label={I.inviteRoles} from={data.inviteRoles} chosen={roles} onChange={setRoles} />
      <Several label={I.inviteRegion} from={data.inviteRegion} chosen={region} onChange={setRegion} />
      <Modules label={I.inviteModule} from={data.inviteModules as readonly Module[]} value={module} onChange={setModule} />
      {data.inviteDepts.length > 0 && <Several label={I.inviteDepts} from={data.inviteDepts} chosen={depts} onChange={setDepts} />}
      <label>
        <input type="checkbox" checked={many} onChange={(event) => setMany(event.target.checked)} /> {t(I.multiple)}
      </label>
      <p className="ll-r-field-hint">{t(I.validHours, { n: data.expireHours })}</p>
      {wrong && (
        <p className="ll-r-field-error" role="alert">
          {wrong}
        </p>
      )}
      <button type="button" className="ll-button ll-button--primary" disabled={busy} onClick={send}>
        {t(I.make)}
      </button>
      {url && (
        <div role="status">
          <Address url={url} label={I.identification} />
          <Qr text={url} label={t(I.qr)} />
        </div>
      )}
    </div>
  )
}

/** Tab that creates an invitation: a short link and its QR code (frm.info.invite). */
export const InviteTab = () => {
  const t = useT()
  return usePermission('invite_add') ? <Invite /> : <p>{t(I.noRight)}</p>
}

/** Tab with the QR code of the tenant's public page for a module (frm.info.complaint). */
export const ComplaintTab = () => {
  const t = useT()
  const tenantId = useUser()?.tenantId ?? ''
  const [module, setModule] = useState('SUN')
  const url = `${window.location.origin}/home?${new URLSearchParams({ tenantId, complaintModule: module })}`
  return (
    <div className="ll-people__form">
      <p>{t(I.complaintAbout)}</p>
      <Modules label={I.complaintModule} value={module} onChange={setModule} />
      <Address url={url} label={I.link} />
      <Qr text={url} label={t(I.qr)} />
    </div>
  )
}
