import { api, hrefOf, Link, PageHeader, type RecordOf, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { FieldsHost, PagedTable, RefFilter, type RowColumn, TextFilter } from '@lamplight/console-kit/resource'
import type { statusNum } from '@lamplight/devices/server'
import { StateMark } from '@lamplight/fields/view'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { smartPoleRoute } from '../server/smart-pole.handler.ts'
import './equipment.css'
import { childDevices } from '../model/pages.ts'
import { M } from './equipment.messages.ts'
import { Nothing } from './parts.tsx'
import { OF_POLES } from './places.ts'
import { usePaged } from './use-paged.ts'

type Pole = RecordOf<typeof smartPoleRoute>
type Counts = Pick<Pole, 'total' | 'online' | 'fault' | 'offline' | 'inactive'>

const GATEWAYS = '/visual/equipmentMana/gateway/index'

const childrenOf = (id: string): string => hrefOf({ path: childDevices.path, query: { lampPostId: id } })

const PoleState = ({ pole }: { readonly pole: Counts }) => {
  const t = useT()
  const { number } = useFormat()
  const marks = [
    ['bad', pole.fault, M.nFault],
    ['warn', pole.offline, M.nOffline],
    ['neutral', pole.inactive, M.nInactive],
  ] as const
  const shown = marks.filter(([, n]) => n > 0)
  if (shown.length === 0) return <StateMark tone="good">{t(M.allOnline)}</StateMark>
  return (
    <span className="ll-equipment-marks">
      {shown.map(([tone, n, text]) => (
        <StateMark key={tone} tone={tone}>
          {t(text, { n: number(n) })}
        </StateMark>
      ))}
    </span>
  )
}

/** Number of gateways by status. Each number links to the list. */
const GatewayNumbers = ({ projectId }: { readonly projectId: string }) => {
  const t = useT()
  const { number } = useFormat()
  const may = usePermission('gateway_view')
  const { data } = useQuery({
    queryKey: ['devices.gateway', 'status', projectId],
    queryFn: ({ signal }) =>
      api.get<typeof statusNum>('blade-device/gateway/status_num', projectId ? { projectId } : {}, { signal, quiet: true }),
    enabled: may,
    refetchInterval: 30_000,
  })
  if (!data) return null
  const of: Readonly<Record<string, string>> = projectId ? { projectId } : {}
  const numbers = [
    [M.gateways, data.total, hrefOf({ path: GATEWAYS, query: of })],
    [M.online, data.online, hrefOf({ path: GATEWAYS, query: { ...of, online: '1' } })],
    [M.offline, data.offline, hrefOf({ path: GATEWAYS, query: { ...of, online: '0' } })],
    [M.unregistered, data.unregistered, '/equipmentMana/unregisteredDevice'],
  ] as const
  return (
    <dl className="ll-equipment-numbers" aria-label={t(M.gateways)}>
      {numbers.map(([label, n, to]) => (
        <div key={label[1]}>
          <dt>{t(label)}</dt>
          <dd>
            <Link to={to}>{number(n)}</Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Poles = () => {
  const t = useT()
  const { number } = useFormat()
  const { query, place, rows, page, isFiltered, setFilter, clear } = usePaged<typeof smartPoleRoute>(
    'blade-device/smart_pole/device/page',
    ['projectId', 'keyword'],
    OF_POLES,
  )
  const columns = useMemo(
    (): readonly RowColumn<Pole>[] => [
      {
        key: 'name',
        label: M.pole,
        width: 190,
        least: 130,
        cell: ({ id, lampPostName }) => <Link to={childrenOf(id)}>{lampPostName}</Link>,
      },
      { key: 'sn', label: M.number, width: 150, least: 136, cell: ({ lampPostSn }) => lampPostSn },
      { key: 'state', label: M.state, width: 190, least: 130, cell: (pole) => <PoleState pole={pole} /> },
      { key: 'total', label: M.devices, width: 90, align: 'right', cell: ({ total }) => number(total) },
      {
        key: 'families',
        label: M.mounted,
        width: 420,
        least: 380,
        cell: ({ families }) => (
          <span className="ll-equipment-families">
            {families.map(({ resource, label, total }) => (
              <span key={resource}>{`${label}\u00A0${number(total)}`}</span>
            ))}
          </span>
        ),
      },
      { key: 'project', label: M.project, width: 150, least: 100, cell: ({ projectName }) => projectName || '—' },
      { key: 'area', label: M.area, width: 150, least: 96, cell: ({ areaName }) => areaName || '—' },
    ],
    [number],
  )
  return (
    <div className="ll-r-page">
      <PageHeader title={t(M.poles)} about={t(M.polesAbout)} />
      <GatewayNumbers projectId={place.projectId ?? ''} />
      <search className="ll-r-search">
        <RefFilter
          to="places.project"
          wire="projectId"
          label={M.project}
          value={place.projectId ?? ''}
          onChange={(projectId) => setFilter({ projectId })}
        />
        <TextFilter label={M.find} value={place.keyword ?? ''} onChange={(keyword) => setFilter({ keyword })} />
      </search>
      <PagedTable
        query={query}
        page={page}
        empty={<Nothing isFiltered={isFiltered} first={M.noPoles} onClear={clear} />}
        columns={columns}
        rows={rows}
        label={t(M.poles)}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

/** Smart poles with the number and state of their devices, and the gateways by status. */
export const SmartPolePage = () => (
  <FieldsHost>
    <Poles />
  </FieldsHost>
)
