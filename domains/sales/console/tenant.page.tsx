import { api, Dialog, Empty, navigate, notify, PageHeader, useFormat, usePermission, useT, useUser } from '@lamplight/console-kit'
import { DialogButtons, FieldsHost, invalidate, Pager, type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { Picker } from '@lamplight/fields/view'
import { useId, useState } from 'react'
import { Answered } from './chosen-page.tsx'
import { M } from './sales.messages.ts'
import { type Page, type TenantRow, usePaging, useSales } from './use-sales.ts'

const COLUMNS: readonly RowColumn<TenantRow>[] = [
  { key: 'name', label: M.name, width: 180, cell: (row) => row.tenantName },
  { key: 'number', label: M.number, width: 100, cell: (row) => row.tenantId },
  { key: 'linkman', label: M.linkman, width: 90, cell: (row) => row.linkman || '—' },
  { key: 'phone', label: M.phone, width: 130, cell: (row) => row.contactNumber || '—' },
  { key: 'users', label: M.usersN, width: 70, align: 'right', cell: (row) => row.users },
  { key: 'lamps', label: M.lampsN, width: 80, align: 'right', cell: (row) => row.lamps },
  { key: 'expires', label: M.expires, width: 170, cell: (row) => row.expireTime || '—' },
  { key: 'sales', label: M.sales, width: 110, cell: (row) => row.salesName || '—' },
]

interface Seller {
  readonly id: string
  readonly account: string
  readonly realName: string
}
/** Hands tenants over: to whom, and what that means. */
const TransferDialog = ({ rows, onClose }: { readonly rows: readonly TenantRow[]; readonly onClose: () => void }) => {
  const t = useT()
  const { number } = useFormat()
  const id = useId()
  const sellers = useSales<readonly Seller[]>('user/select', {})
  const [to, setTo] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const send = (): void => {
    const [destSalesId] = to
    if (!destSalesId) {
      setWrong(t(M.chooseTo))
      return
    }
    setBusy(true)
    // One origin at a time, as the call has it: an administrator may have chosen tenants of several salespeople.
    const byOrigin = Map.groupBy(rows, (row) => row.salesId)
    Promise.all(
      [...byOrigin].map(([orignSalesId, some]) =>
        api.post('blade-sales/tenant/batchUpdateSales', {
          body: { orignSalesId, destSalesId, ids: some.map((row) => row.id) },
          quiet: true,
        }),
      ),
    )
      .then(async () => {
        notify.success(t(M.handedOver, { n: number(rows.length) }))
        await invalidate('sales')
        onClose()
      })
      .catch((thrown: Error) => setWrong(thrown.message))
      .finally(() => setBusy(false))
  }
  const me = useUser()?.userId
  return (
    <Dialog
      title={t(M.handOverTitle)}
      firm={busy}
      onClose={onClose}
      footer={
        <DialogButtons busy={busy} onCancel={onClose} onOk={send}>
          {t(M.handOverN, { n: number(rows.length) })}
        </DialogButtons>
      }
    >
      <p>{t(M.handOverText, { names: rows.map((row) => row.tenantName).join(t(['、', ', '])) })}</p>
      <label htmlFor={id}>{t(M.to)}</label>
      <Picker
        id={id}
        label={t(M.to)}
        options={(sellers.data ?? [])
          .filter((one) => one.id !== me)
          .map((one) => ({ id: one.id, label: `${one.realName} (${one.account})` }))}
        loading={sellers.isPending}
        chosen={to}
        invalid={wrong !== ''}
        onChange={setTo}
      />
      {wrong && (
        <p className="ll-r-field-error" role="alert">
          {wrong}
        </p>
      )}
    </Dialog>
  )
}

const Tenants = () => {
  const t = useT()
  const { number } = useFormat()
  const mayAdd = usePermission('salestenant_add')
  const mayTransfer = usePermission('salestenant_transfer')
  const { current, size, setPage } = usePaging()
  const query = useSales<Page<TenantRow>>('tenantPageForSales', { current, size })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState(false)
  const rows = query.data?.records ?? []
  const picked = rows.filter((row) => chosen.has(row.id))
  return (
    <div className="ll-r-page">
      <PageHeader title={t(M.tenants)} about={t(M.tenantsAbout)}>
        {mayTransfer && rows.length > 0 && (
          <button type="button" className="ll-button" onClick={() => (picked.length === 0 ? notify.warning(M.pickOne) : setMoving(true))}>
            {picked.length > 0 ? t(M.handOverN, { n: number(picked.length) }) : t(M.handOver)}
          </button>
        )}
        {mayAdd && (
          <button type="button" className="ll-button ll-button--primary" onClick={() => navigate('/sales/tenant/new')}>
            {t(M.newTenant)}
          </button>
        )}
      </PageHeader>
      <Answered query={query} isEmpty={({ total }) => total === 0} empty={M.noTenants}>
        {(data) => (
          <>
            <RowTable
              columns={COLUMNS}
              rows={data.records}
              label={t(M.tenants)}
              keyOf={(row) => row.id}
              {...(mayTransfer && { chosen, onChoose: setChosen })}
            />
            <Pager current={current} size={size} total={data.total} onChange={setPage} />
          </>
        )}
      </Answered>
      {moving && (
        <TransferDialog
          rows={picked}
          onClose={() => {
            setMoving(false)
            setChosen(new Set())
          }}
        />
      )}
      {query.data && !mayAdd && rows.length === 0 && <Empty text={t(M.nothing)} />}
    </div>
  )
}

/** The salesperson's tenants. */
export const SalesTenantPage = () => (
  <FieldsHost>
    <Tenants />
  </FieldsHost>
)
