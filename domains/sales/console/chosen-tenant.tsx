import { Empty, PageHeader, useT } from '@lamplight/console-kit'
import { FieldsHost, FixedParamsContext, LoadError } from '@lamplight/console-kit/resource'
import { Picker } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { Fragment, type ReactNode, useId, useMemo } from 'react'
import './sales.css'
import { M } from './sales.messages.ts'
import { useChosen } from './use-sales.ts'

/** Input that selects the tenant of the page. */
export const TenantChooser = () => {
  const t = useT()
  const id = useId()
  const { tenants, tenantId, choose } = useChosen()
  return (
    <div className="ll-sales-choose">
      <label htmlFor={id}>{t(M.tenant)}</label>
      <Picker
        id={id}
        label={t(M.tenant)}
        placeholder={t(M.chooseTenant)}
        options={(tenants.data?.records ?? []).map((one) => ({ id: one.tenantId, label: `${one.tenantName} (${one.tenantId})` }))}
        loading={tenants.isPending}
        chosen={tenantId ? [tenantId] : []}
        onChange={([chosen]) => choose(chosen ?? '')}
      />
    </div>
  )
}

/** Wraps a page about a selected tenant: adds `tenantId` to every call inside it. Without a selection it asks for one. */
export const ChosenTenant = ({ title, children }: { readonly title: Text; readonly children: ReactNode }) => {
  const t = useT()
  const { tenants, tenantId } = useChosen()
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  if (tenantId)
    return (
      <FixedParamsContext value={fixed}>
        <Fragment key={tenantId}>{children}</Fragment>
      </FixedParamsContext>
    )
  return (
    <FieldsHost>
      <div className="ll-r-page">
        <PageHeader title={t(title)} />
        <TenantChooser />
        {tenants.isError && <LoadError error={tenants.error} at={0} onRetry={() => void tenants.refetch()} />}
        {tenants.isSuccess && <Empty text={t(M.chooseTenantWhy)} />}
      </div>
    </FieldsHost>
  )
}
