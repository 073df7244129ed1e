import { Empty, Link, PageHeader, usePermission, useT, useTab, useUndoKeys } from '@lamplight/console-kit'
import { FieldsHost, type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { PROTOCOLS } from '../model/product.resource.ts'
import './board.css'
import { M } from './roadcabinets.messages.ts'
import { type ProductDetail, type ProductUnit, useProduct } from './use-board.ts'
import { type UnitConfig, useInstallConfig } from './use-install-config.ts'

const PRODUCTS = '/roadCabinet/productManagement/ComprehensiveProduct'

const Form = ({ product, reload }: { readonly product: ProductDetail; readonly reload: () => Promise<unknown> }) => {
  const t = useT()
  const { history, set, save, saving, wrong } = useInstallConfig(product, reload)
  const mayEdit = usePermission('cabinet_product_edit')
  useUndoKeys(history)
  const configOf = ({ code }: ProductUnit): UnitConfig | undefined => history.value.find(({ unit }) => unit === code)
  const number = (unit: ProductUnit, name: 'address' | 'polling', low: number, high: number) => (
    <input
      className="ll-f-input"
      type="number"
      min={low}
      max={high}
      aria-label={`${unit.name} ${t(M[name])}`}
      value={configOf(unit)?.[name] ?? ''}
      disabled={!mayEdit}
      onChange={(event) => set(unit.code, { [name]: Number(event.target.value) })}
    />
  )
  const columns: readonly RowColumn<ProductUnit>[] = [
    { key: 'unit', label: M.unit, width: 200, cell: ({ name, code }) => `${name} ${code}` },
    { key: 'cabin', label: M.cabin, width: 140, cell: ({ cabin }) => product.cabins[cabin - 1]?.name ?? cabin },
    {
      key: 'port',
      label: M.port,
      width: 160,
      cell: (unit) => (
        <input
          className="ll-f-input"
          maxLength={20}
          aria-label={`${unit.name} ${t(M.port)}`}
          value={configOf(unit)?.port ?? ''}
          disabled={!mayEdit}
          onChange={(event) => set(unit.code, { port: event.target.value })}
        />
      ),
    },
    { key: 'address', label: M.address, width: 120, cell: (unit) => number(unit, 'address', 0, 255) },
    {
      key: 'protocol',
      label: M.protocol,
      width: 170,
      cell: (unit) => (
        <select
          className="ll-f-input"
          aria-label={`${unit.name} ${t(M.protocol)}`}
          value={configOf(unit)?.protocol ?? 1}
          disabled={!mayEdit}
          onChange={(event) => set(unit.code, { protocol: Number(event.target.value) })}
        >
          {Object.entries(PROTOCOLS).map(([value, label]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </select>
      ),
    },
    { key: 'polling', label: M.pollingSeconds, width: 140, cell: (unit) => number(unit, 'polling', 1, 86_400) },
  ]
  return (
    <div className="ll-board-page">
      <PageHeader title={`${t(M.installConfig)} · ${product.name}`} about={t(M.installAbout)}>
        <Link to={`${PRODUCTS}/details?id=${product.id}`} className="ll-button">
          {t(M.back)}
        </Link>
        <button
          type="button"
          className="ll-button ll-button--primary"
          disabled={!mayEdit || saving || (!history.changed && product.install.length > 0)}
          onClick={() => void save()}
        >
          {t(M.save)}
        </button>
      </PageHeader>
      {wrong && (
        <p role="alert" className="ll-r-field-error">
          {wrong}
        </p>
      )}
      <RowTable columns={columns} rows={product.units} label={t(M.installConfig)} keyOf={({ code }) => code} />
    </div>
  )
}

const Loaded = ({ id }: { readonly id: string }) => {
  const query = useProduct(id)
  if (!query.data) return <Waiting query={query} rows={6} />
  return <Form product={query.data} reload={() => query.refetch()} />
}

/** Default install configuration of a product: address, port, protocol and polling of each unit (rt.cab.installConfig). */
export const InstallConfigPage = () => {
  const t = useT()
  const { query } = useTab()
  if (!query.id)
    return (
      <Empty title={t(M.noProduct)} text={t(M.chooseProduct)}>
        <Link to={PRODUCTS} className="ll-button">
          {t(M.products)}
        </Link>
      </Empty>
    )
  return (
    <FieldsHost>
      <Loaded id={query.id} />
    </FieldsHost>
  )
}
