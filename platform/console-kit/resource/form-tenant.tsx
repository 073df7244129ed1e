import { isEmpty } from '@lamplight/fields/model'
import { MIXED, Picker } from '@lamplight/fields/view'
import { type Fields, PLATFORM_TENANT } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useUser } from '../session/menus.ts'
import { api } from '../session/session.ts'
import type { Entry } from './entry.ts'
import { knownResource } from './known.ts'
import type { Selection } from './selection.ts'

interface Tenant {
  readonly tenantId: string
  readonly tenantName: string
}

/** Tenant of a user who sees rows of several tenants; null for other users. */
const useSeesSeveral = (): string | null => {
  const who = useUser()
  return who?.tenantId === PLATFORM_TENANT && who.roles.includes('administrator') ? who.tenantId : null
}

/** Tenant of a form's row: that of the row, or the selected one of a new row (`null`: the user's own); null if the user sees only one tenant. */
export const useRowTenant = (entry: Entry | null): { readonly id: string | null; readonly choose: (id: string | null) => void } => {
  const own = useSeesSeveral()
  const [chosen, choose] = useState<string | null>(null)
  return { id: own === null ? null : entry ? String(entry.wire.tenantId || own) : (chosen ?? own), choose }
}

/** Tenant of an action's rows; `MIXED` for rows of several tenants. */
export const useTenantOf = (on: Selection): string | null => {
  const own = useSeesSeveral()
  if (own === null) return null
  const tenants = new Set(on.kind === 'rows' ? [...on.rows.values()].map(({ wire }) => String(wire.tenantId || own)) : [])
  return tenants.size > 1 ? MIXED : ([...tenants][0] ?? own)
}

/** Names of fields that refer to rows of the row's tenant. */
export const tenantBound = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { options }]) => {
    const { to, anyTenant } = options as { to?: string; anyTenant?: true }
    return to && !anyTenant && !knownResource(to)?.isGlobal ? [name] : []
  })

/** Input for the tenant of a row: editable for a new row, read-only for an existing one. */
export const TenantField = ({
  id,
  chosen,
  fixed,
  onChange,
}: {
  readonly id: string
  readonly chosen: string
  readonly fixed: boolean
  readonly onChange: (tenantId: string | null) => void
}) => {
  const t = useT()
  const label = t(['所属租户', 'Tenant'])
  const { data = [], isPending } = useQuery({
    queryKey: ['identity.tenant', 'select'],
    queryFn: ({ signal }) => api.get<readonly Tenant[]>('blade-system/tenant/select', {}, { signal, quiet: true }),
    staleTime: 30_000,
  })
  return (
    <div className="ll-r-field">
      <label htmlFor={id}>{label}</label>
      <div className="ll-r-field-input">
        <Picker
          id={id}
          label={label}
          options={data.map(({ tenantId, tenantName }) => ({ id: tenantId, label: `${tenantName} (${tenantId})` }))}
          loading={isPending}
          chosen={isEmpty(chosen) ? [] : [chosen]}
          disabled={fixed}
          onChange={([one]) => onChange(one ?? null)}
        />
        {!fixed && (
          <p className="ll-r-field-hint">
            {t(['角色、部门和岗位只能选择该租户的', 'Only roles, departments and positions of this tenant can be chosen'])}
          </p>
        )}
      </div>
    </div>
  )
}
