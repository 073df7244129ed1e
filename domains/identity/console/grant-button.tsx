import { Icon, notify, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { type SlotProps, selectedCount } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { M } from './identity.messages.ts'
import { GrantDialog } from './lazy-grant.tsx'

/** Button that grants rights to the selected roles. */
export const GrantButton = ({ selection }: SlotProps) => {
  const t = useT()
  const { number } = useFormat()
  const may = usePermission('role_grant')
  const [open, setOpen] = useState(false)
  if (!may) return null
  const count = selectedCount(selection)
  const roles =
    selection.kind === 'rows' ? [...selection.rows.values()].map(({ id, row }) => ({ id, roleName: String(row.roleName ?? id) })) : []
  return (
    <>
      <button type="button" className="ll-button" onClick={() => (count === 0 ? notify.warning(M.pickOne) : setOpen(true))}>
        <Icon name="safety" size={16} />
        {count > 0 ? t(M.grantN, { n: number(count) }) : t(M.grant)}
      </button>
      {open && roles.length > 0 && <GrantDialog roles={roles} onClose={() => setOpen(false)} />}
    </>
  )
}
