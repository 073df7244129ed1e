import { DropMenu, Empty, Icon, navigate, PageHeader, useT } from '@lamplight/console-kit'
import { FieldsHost, knownResource, PagedTable, RowsBar, useChosenRows } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import '../devices.css'
import { M } from '../devices.messages.ts'
import { D } from './maintenance.messages.ts'
import { R } from './register.messages.ts'
import { RegisterActions } from './register-actions.tsx'
import { REGISTER_COLUMNS } from './register-columns.tsx'
import { RegisterFilters } from './register-filters.tsx'
import { useRegister, useTypes } from './use-register.ts'

/** Menu of the device types with an import. An entry opens the import in the list of its type. */
const ImportMenu = () => {
  const t = useT()
  const { data = [] } = useTypes()
  const entries = data.flatMap(({ code, name, resource, imports }) => {
    const link = imports === 1 ? knownResource(resource)?.link : undefined
    return link ? [{ key: String(code), label: name, run: () => navigate(`${link}?import=1`) }] : []
  })
  if (entries.length === 0) return null
  return (
    <DropMenu
      named
      className="ll-button"
      label={t(D.importWhat)}
      entries={entries}
      trigger={
        <>
          <Icon name="upload" size={16} />
          {t(D.importTitle)}
        </>
      }
    />
  )
}

/** List of devices of all types, with filters and with actions for the chosen devices. `status`: the state that it shows first. */
const Register = ({ title, about, status = '' }: { readonly title: Text; readonly about: Text; readonly status?: string }) => {
  const t = useT()
  const { query, rows, page, filter, isFiltered, setFilter } = useRegister(status)
  const selection = useChosenRows(rows, ({ id }) => id, filter)
  return (
    <div className="ll-r-page">
      <PageHeader title={t(title)} about={t(about)}>
        <ImportMenu />
      </PageHeader>
      <RegisterFilters filter={filter} setFilter={setFilter} />
      <RowsBar selection={selection} nameOf={({ name, sn }) => name || sn}>
        <RegisterActions
          rows={selection.rows}
          onDone={() => {
            selection.clear()
            void query.refetch()
          }}
        />
      </RowsBar>
      <PagedTable
        query={query}
        page={page}
        empty={
          <Empty text={t(isFiltered ? R.none : R.first)}>
            {isFiltered && (
              <button
                type="button"
                className="ll-button"
                onClick={() => setFilter({ deviceType: '', status: '', projectId: '', areaId: '', keyword: '' })}
              >
                {t(M.clear)}
              </button>
            )}
          </Empty>
        }
        columns={REGISTER_COLUMNS}
        rows={rows}
        label={t(title)}
        keyOf={(row) => row.id}
        selection={selection}
      />
    </div>
  )
}

/** The register of all devices. */
export const RegisterPage = () => (
  <FieldsHost>
    <Register title={R.title} about={R.about} />
  </FieldsHost>
)

const OFFLINE = '4'
/** Page for maintenance: the register, which shows offline devices first. */
export const OfflinePage = () => (
  <FieldsHost>
    <Register title={D.title} about={D.about} status={OFFLINE} />
  </FieldsHost>
)
