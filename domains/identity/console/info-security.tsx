import { type AnswerOf, api, deviceName, md5, notify, useT, useUser } from '@lamplight/console-kit'
import { type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { passwordFault } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { mySessions } from '../server/sign-in/device.handler.ts'
import type { myAccounts, renderUrl, sources as sourcesRoute } from '../server/sign-in/social.handler.ts'
import { I } from './info.messages.ts'
import { FactorsPart } from './info-factors.tsx'
import { PeopleForm, type Typed } from './people-form.tsx'

export interface DeviceRow extends Omit<AnswerOf<typeof mySessions>[number], 'actor'> {
  readonly actor: { readonly name?: string }
}
/** Table of a user's sessions, each with a button that ends it. */
export const DeviceTable = ({ rows, onEnd }: { readonly rows: readonly DeviceRow[]; readonly onEnd: (row: DeviceRow) => void }) => {
  const t = useT()
  const columns: readonly RowColumn<DeviceRow>[] = [
    {
      key: 'device',
      label: I.device,
      width: 260,
      cell: (row) => (
        <>
          {deviceName(row.userAgent) || '—'} {row.actor.name && <small>{t(I.asOther, { name: row.actor.name })}</small>}
        </>
      ),
    },
    { key: 'ip', label: I.ip, width: 150, cell: (row) => row.ip },
    { key: 'since', label: I.since, width: 170, cell: (row) => row.createTime },
    { key: 'last', label: I.last, width: 170, cell: (row) => row.lastTime },
    {
      key: 'end',
      label: I.end,
      width: 140,
      cell: (row) =>
        row.current ? (
          t(I.here)
        ) : (
          <button type="button" className="ll-button" onClick={() => onEnd(row)}>
            {t(I.end)}
          </button>
        ),
    },
  ]
  return <RowTable columns={columns} rows={rows} label={t(I.devices)} keyOf={(row) => row.id} />
}

const Devices = () => {
  const t = useT()
  const mine = useQuery({
    queryKey: ['identity.session', 'mine'],
    queryFn: ({ signal }) => api.get<readonly DeviceRow[]>('blade-auth/session/mine', {}, { signal }),
  })
  const end = (row: DeviceRow): void => {
    void api.post('blade-auth/session/end', { query: { id: row.id } }).then(async () => {
      notify.success(I.ended)
      await mine.refetch()
    })
  }
  return (
    <section className="ll-people__part">
      <h2>{t(I.devices)}</h2>
      <DeviceTable rows={mine.data ?? []} onEnd={end} />
    </section>
  )
}

const Providers = () => {
  const t = useT()
  const query = useQuery({
    queryKey: ['identity.oauth', 'mine'],
    queryFn: async ({ signal }) => {
      const { tenantId } = await api.get<{ tenantId: string }>('blade-user/info', {}, { signal })
      const [sources, bound] = await Promise.all([
        api.get<typeof sourcesRoute>('blade-auth/oauth/sources', { tenantId }, { signal }),
        api.get<typeof myAccounts>('blade-user/oauth/mine', {}, { signal }),
      ])
      return { tenantId, sources, bound }
    },
  })
  if (!query.data || query.data.sources.length === 0) return null
  const { tenantId, sources, bound } = query.data
  const bind = (source: string): void => {
    void api.get<typeof renderUrl>(`blade-auth/oauth/render/url/${source}`, { tenantId }).then((address) => window.location.assign(address))
  }
  const unbind = (id: string): void => {
    void api.post('blade-user/oauth/unbind', { query: { id } }).then(() => query.refetch())
  }
  return (
    <section className="ll-people__part">
      <h2>{t(I.providers)}</h2>
      {sources.map(({ source, name }) => {
        const own = bound.find((one) => one.source === source)
        return (
          <div key={source} className="ll-people__row">
            <span>
              {name} <small>{own ? own.nickname : t(I.notBound)}</small>
            </span>
            <button type="button" className="ll-button" onClick={() => (own ? unbind(own.id) : bind(source))}>
              {t(own ? I.unbind : I.bind)}
            </button>
          </div>
        )
      })}
    </section>
  )
}

const LINES = [
  { name: 'oldPassword', label: I.oldPassword, type: 'password', autoComplete: 'current-password' },
  { name: 'newPassword', label: I.newPassword, type: 'password', autoComplete: 'new-password' },
  { name: 'newPassword1', label: I.newPassword1, type: 'password', autoComplete: 'new-password' },
] as const

/** Password, second step, third-party accounts, devices (frm.info.password). */
export const SecurityTab = () => {
  const t = useT()
  const user = useUser()
  const check = (typed: Typed) => {
    const empty = LINES.find(({ name }) => !typed[name])
    if (empty) return { name: empty.name, text: t(I.needed, { what: t(empty.label) }) }
    const weak = passwordFault(typed.newPassword ?? '', user?.account ?? '')
    if (weak) return { name: 'newPassword', text: t(weak) }
    return typed.newPassword === typed.newPassword1 ? null : { name: 'newPassword1', text: t(I.differ) }
  }
  const change = async (typed: Typed, clear: () => void): Promise<void> => {
    const query = Object.fromEntries(LINES.map(({ name }) => [name, md5(typed[name] ?? '')]))
    await api.post('blade-user/update-password', { query, quiet: true })
    notify.success(I.changed)
    clear()
  }
  return (
    <>
      <PeopleForm lines={LINES} button={t(I.save)} check={check} onSend={change} />
      <FactorsPart />
      <Providers />
      <Devices />
    </>
  )
}
