import { notify, usePermission, useT, useUnsaved } from '@lamplight/console-kit'
import type { Row } from '@lamplight/kit'
import { ADMINISTRATOR, type role } from '../model/role.resource.ts'
import './grant.css'
import { GrantParts } from './grant-parts.tsx'
import { M } from './identity.messages.ts'
import { useGrant } from './use-grant.ts'

/** Tab with the rights of a role on its page. */
export const RoleRights = ({ row }: { readonly row: Row<typeof role> }) => {
  const t = useT()
  const may = usePermission('role_grant')
  const grant = useGrant([row.id])
  useUnsaved(grant.changed)
  if (row.roleAlias === ADMINISTRATOR) return <p>{t(M.everything)}</p>
  const save = (): void => {
    grant.save().then(
      () => notify.success(M.saved),
      () => undefined,
    )
  }
  return (
    <section className="ll-grant__tab" aria-label={t(M.rights)}>
      <p className="ll-grant__about">{t(M.grantAbout)}</p>
      <GrantParts grant={grant} fixed={!may} />
      {may && grant.changed && (
        <div className="ll-grant__save">
          <button type="button" className="ll-button" disabled={grant.saving} onClick={() => grant.reset()}>
            {t(['放弃修改', 'Discard changes'])}
          </button>
          <button type="button" className="ll-button ll-button--primary" disabled={grant.saving} aria-busy={grant.saving} onClick={save}>
            {t(M.save)}
          </button>
        </div>
      )}
    </section>
  )
}
