import { notify, useLeave, useT } from '@lamplight/console-kit'
import { DialogButtons, Drawer } from '@lamplight/console-kit/resource'
import { GrantParts } from './grant-parts.tsx'
import { M } from './identity.messages.ts'
import { useGrant } from './use-grant.ts'

/** Dialog for the rights of one role, or for equal rights of several. */
export const GrantDialog = ({
  roles,
  base,
  onClose,
}: {
  readonly roles: readonly { readonly id: string; readonly roleName: string }[]
  /** Base path of the calls; see `useGrant`. */
  readonly base?: string
  readonly onClose: () => void
}) => {
  const t = useT()
  const grant = useGrant(
    roles.map((role) => role.id),
    base,
  )
  const save = (): void => {
    grant.save().then(
      () => {
        notify.success(M.saved)
        onClose()
      },
      () => undefined,
    )
  }
  const leave = useLeave(grant.changed, onClose)
  return (
    <Drawer
      title={t(M.grantTitle, { roles: roles.map((role) => role.roleName).join(t(['、', ', '])) })}
      firm={grant.saving}
      onClose={leave}
      footer={
        <DialogButtons busy={grant.saving} onCancel={leave} onOk={save}>
          {t(M.save)}
        </DialogButtons>
      }
    >
      <p className="ll-grant__about">{t(M.grantAbout)}</p>
      {roles.length > 1 && <p className="ll-grant__about">{t(M.several)}</p>}
      <GrantParts grant={grant} />
    </Drawer>
  )
}
