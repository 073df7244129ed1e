import { Dialog, signInAs, usePermission, useT } from '@lamplight/console-kit'
import { Pager, type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { Sight } from '@lamplight/identity/console'
import { useState } from 'react'
import { Answered, ChosenPage } from './chosen-page.tsx'
import { M } from './sales.messages.ts'
import { SmallForm } from './small-form.tsx'
import { type Page, useMaySignInAs, usePaging, useSales } from './use-sales.ts'
import { UserForm, type UserRow } from './user-form.tsx'

/** Asks why, then the console is that user's; the own session waits. */
export const SignInAsDialog = ({ user, onClose }: { readonly user: { id: string; name: string }; readonly onClose: () => void }) => {
  const t = useT()
  return (
    <SmallForm
      title={t(M.signInAsTitle, { name: user.name })}
      lines={[{ name: 'reason', label: M.reason, required: true, max: 200 }]}
      button={t(M.signInAs)}
      onSend={async ({ reason = '' }) => {
        await signInAs(user.id, reason.trim())
        window.location.assign('/')
      }}
      onClose={onClose}
    >
      <p>{t(M.signInAsText)}</p>
    </SmallForm>
  )
}

const Users = ({ tenantId }: { readonly tenantId: string }) => {
  const t = useT()
  const maySignIn = useMaySignInAs(tenantId)
  const { current, size, setPage } = usePaging()
  const query = useSales<Page<UserRow>>('userPageByTenantId', { tenantId, current, size })
  const mayEdit = usePermission('salesuser_edit')
  const [as, setAs] = useState<UserRow | null>(null)
  const [editing, setEditing] = useState<UserRow | null>(null)
  const [seen, setSeen] = useState<UserRow | null>(null)
  const columns: readonly RowColumn<UserRow>[] = [
    { key: 'account', label: M.account, width: 180, cell: (row) => row.account },
    { key: 'name', label: M.realName, width: 160, cell: (row) => row.realName },
    { key: 'roles', label: M.roleNames, width: 180, cell: (row) => row.roleName || '—' },
    { key: 'phone', label: M.mobile, width: 140, cell: (row) => row.phone || '—' },
    {
      key: 'deeds',
      label: M.deeds,
      width: 220,
      cell: (row) => (
        <span className="ll-sales-row-deeds">
          {mayEdit && (
            <button type="button" className="ll-r-link" onClick={() => setEditing(row)}>
              {t(M.edit)}
            </button>
          )}
          <button type="button" className="ll-r-link" onClick={() => setSeen(row)}>
            {t(M.sight)}
          </button>
          {maySignIn && row.status === 1 && (
            <button type="button" className="ll-r-link" onClick={() => setAs(row)}>
              {t(M.signInAs)}
            </button>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <Answered query={query} isEmpty={({ total }) => total === 0}>
        {(data) => (
          <>
            <RowTable columns={columns} rows={data.records} label={t(M.users)} keyOf={(row) => row.id} />
            <Pager current={current} size={size} total={data.total} onChange={setPage} />
          </>
        )}
      </Answered>
      {editing && <UserForm tenantId={tenantId} user={editing} onClose={() => setEditing(null)} />}
      {seen && (
        <Dialog title={t(M.sightOf, { name: seen.realName || seen.account })} onClose={() => setSeen(null)}>
          <Sight path="blade-sales/user/sight" query={{ tenantId, id: seen.id }} />
        </Dialog>
      )}
      {as && <SignInAsDialog user={{ id: as.id, name: as.realName || as.account }} onClose={() => setAs(null)} />}
    </>
  )
}

const NewUser = ({ tenantId }: { readonly tenantId: string }) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="ll-button ll-button--primary" onClick={() => setOpen(true)}>
        {t(M.newUser)}
      </button>
      {open && <UserForm tenantId={tenantId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Users of a chosen tenant; a salesperson may sign in as one of them. */
export const SalesUserPage = () => {
  const may = usePermission('salesuser_edit')
  return (
    <ChosenPage title={M.users} about={M.usersAbout} buttons={(tenantId) => may && <NewUser tenantId={tenantId} />}>
      {(tenantId) => <Users tenantId={tenantId} />}
    </ChosenPage>
  )
}
