import { Empty, PageHeader, useT } from '@lamplight/console-kit'
import { FieldsHost, LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { Picker } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { type ReactNode, useId } from 'react'
import { M } from './sales.messages.ts'
import './sales.css'
import { useChosen } from './use-sales.ts'

/** A page about one of the salesperson's tenants: which one is chosen above, and kept in the address. */
export const ChosenPage = ({
  title,
  about,
  buttons,
  children,
}: {
  readonly title: Text
  readonly about: Text
  readonly buttons?: (tenantId: string) => ReactNode
  readonly children: (tenantId: string) => ReactNode
}) => {
  const t = useT()
  const id = useId()
  const { tenants, tenantId, choose } = useChosen()
  return (
    <FieldsHost>
      <div className="ll-r-page">
        <PageHeader title={t(title)} about={t(about)}>
          {tenantId && buttons?.(tenantId)}
        </PageHeader>
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
        {tenants.isError && <LoadError error={tenants.error} at={0} onRetry={() => void tenants.refetch()} />}
        {tenantId ? children(tenantId) : !tenants.isPending && <Empty text={t(M.chooseTenantWhy)} />}
      </div>
    </FieldsHost>
  )
}

/** What a query answered, or that it is on its way, failed, or found nothing. */
export const Answered = <T,>({
  query,
  isEmpty,
  empty = M.nothing,
  children,
}: {
  readonly query: { data: T | undefined; error: Error | null; isError: boolean; isPending: boolean; refetch: () => unknown }
  readonly isEmpty: (data: T) => boolean
  readonly empty?: Text
  readonly children: (data: T) => ReactNode
}) => {
  const t = useT()
  if (query.isError) return <LoadError error={query.error as Error} at={0} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return query.isPending ? <RowsSkeleton rows={6} cards={false} /> : null
  return isEmpty(query.data) ? <Empty text={t(empty)} /> : children(query.data)
}
