import { Age, api, Empty, Icon, PageHeader, useFormat, usePermission, useT } from '@lamplight/console-kit'
import {
  ChoiceFilter,
  DEVICE_STATES,
  DeviceStateMark,
  detailHref,
  FieldsHost,
  knownResource,
  Link,
  PagedTable,
  type RowColumn,
  TextFilter,
} from '@lamplight/console-kit/resource'
import { useMemo, useState } from 'react'
import './iot.css'
import { M } from './iot.messages.ts'
import { ThingDialog } from './thing.dialog.tsx'
import { BASE, type Thing, useThings } from './use-things.ts'

const nothing = <span className="ll-f-none">{'—'}</span>

const Values = ({ properties }: Thing) =>
  properties.length === 0 ? (
    nothing
  ) : (
    <span className="ll-iot-values">
      {properties.map(({ name, label, value, unit }) => (
        <span key={name}>
          <span>{label}</span> {unit ? `${value} ${unit}` : value || '—'}
        </span>
      ))}
    </span>
  )
const COLUMNS: readonly RowColumn<Thing>[] = [
  {
    key: 'sn',
    label: M.sn,
    width: 176,
    cell: ({ id, sn }) => {
      const href = detailHref(knownResource('devices.device'), id)
      return href ? <Link to={href}>{sn}</Link> : sn
    },
  },
  { key: 'name', label: M.name, width: 220, least: 200, cell: ({ name }) => name || nothing },
  { key: 'type', label: M.type, width: 140, least: 84, cell: ({ typeName }) => typeName },
  { key: 'state', label: M.state, width: 100, cell: ({ deviceState }) => <DeviceStateMark state={deviceState} /> },
  { key: 'values', label: M.values, width: 380, least: 240, cell: (thing) => <Values {...thing} /> },
  { key: 'area', label: M.area, width: 120, least: 84, cell: ({ areaName }) => areaName || nothing },
  { key: 'reported', label: M.reported, width: 140, cell: ({ reportedAt }) => <Age at={reportedAt || null} /> },
]

type View = ReturnType<typeof useThings>
const Filters = ({ filter, types, setFilter }: Pick<View, 'filter' | 'types' | 'setFilter'>) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <search className="ll-r-search">
      <ChoiceFilter
        label={M.type}
        value={filter.type}
        all={M.allTypes}
        options={types.map(({ code, name, total }) => [String(code), t([`${name}（${number(total)}）`, `${name} (${number(total)})`])])}
        onChange={(type) => setFilter({ type })}
      />
      <ChoiceFilter
        label={M.state}
        value={filter.deviceState}
        all={M.allStates}
        options={DEVICE_STATES}
        onChange={(deviceState) => setFilter({ deviceState })}
      />
      <TextFilter label={M.find} value={filter.keyword} onChange={(keyword) => setFilter({ keyword })} />
    </search>
  )
}

const CountLine = ({ counts }: Pick<View, 'counts'>) => {
  const t = useT()
  const { number } = useFormat()
  if (!counts || counts.total === 0) return null
  const parts = [
    [M.total, counts.total],
    [M.online, counts.online],
    [M.offlineN, counts.offline],
    [M.faultN, counts.fault],
  ] as const
  return (
    <p className="ll-iot-counts">
      {parts.map(([text, n]) => (
        <span key={text[1]}>{t(text, { n: number(n) })}</span>
      ))}
    </p>
  )
}

const Things = () => {
  const t = useT()
  const mayEdit = usePermission('typed_device_edit')
  const mayDownload = usePermission('typed_device_export')
  const { query, types, counts, current, size, filter, wanted, isFiltered, setPage, setFilter } = useThings()
  const [edited, setEdited] = useState<Thing | null>(null)
  const [saving, setSaving] = useState(false)
  const columns = useMemo(
    (): readonly RowColumn<Thing>[] =>
      mayEdit
        ? [
            ...COLUMNS,
            {
              key: 'edit',
              label: ['操作', 'Actions'],
              width: 80,
              isPinned: true,
              cell: (thing) => (
                <button type="button" className="ll-r-link" onClick={() => setEdited(thing)}>
                  {t(M.edit)}
                </button>
              ),
            },
          ]
        : COLUMNS,
    [mayEdit, t],
  )
  const download = (): void => {
    setSaving(true)
    api
      .download(`${BASE}/download`, wanted, { name: 'things.xlsx' })
      .catch(() => undefined)
      .finally(() => setSaving(false))
  }
  return (
    <div className="ll-r-page">
      <PageHeader title={t(M.things)} about={t(M.thingsAbout)}>
        {mayDownload && (
          <button type="button" className="ll-button" disabled={saving} aria-busy={saving} onClick={download}>
            <Icon name="download" size={16} />
            {t(M.download)}
          </button>
        )}
      </PageHeader>
      <Filters filter={filter} types={types} setFilter={setFilter} />
      <CountLine counts={counts} />
      <PagedTable
        query={query}
        page={{ current, size, total: query.data?.total ?? 0, onChange: setPage }}
        empty={
          <Empty text={t(isFiltered ? M.none : M.noThing)}>
            {isFiltered && (
              <button type="button" className="ll-button" onClick={() => setFilter({ type: '', deviceState: '', keyword: '' })}>
                {t(M.clear)}
              </button>
            )}
          </Empty>
        }
        columns={columns}
        rows={query.data?.records ?? []}
        label={t(M.things)}
        keyOf={({ id }) => id}
      />
      {edited && (
        <ThingDialog
          thing={edited}
          onClose={(saved) => {
            setEdited(null)
            if (saved) void query.refetch()
          }}
        />
      )}
    </div>
  )
}

/** Devices of types made at run time with their latest values (screen eq.thing). */
export const ThingsPage = () => (
  <FieldsHost>
    <Things />
  </FieldsHost>
)
