import { api, hrefOf, Link, useFormat, usePermission, useT } from '@lamplight/console-kit'
import type { ColumnProps, SlotProps } from '@lamplight/console-kit/resource'
import type { statusNum } from '@lamplight/devices/server'
import { StateMark } from '@lamplight/fields/view'
import { useQuery } from '@tanstack/react-query'
import './equipment.css'
import { childDevices } from '../model/pages.ts'
import type { smartPole } from '../model/smart-pole.listing.ts'
import { M } from './equipment.messages.ts'

type Cell<K extends keyof (typeof smartPole)['fields']> = ColumnProps<typeof smartPole, K>

const GATEWAYS = '/visual/equipmentMana/gateway/index'

/** The name of a pole, which opens the list of its devices. */
export const PoleName = ({ value, row }: Cell<'lampPostName'>) => (
  <Link to={hrefOf({ path: childDevices.path, query: { lampPostId: row.id } })}>{value}</Link>
)

export const PoleState = ({ row }: Cell<'online'>) => {
  const t = useT()
  const { number } = useFormat()
  const marks = [
    ['bad', row.fault ?? 0, M.nFault],
    ['warn', row.offline ?? 0, M.nOffline],
    ['neutral', row.inactive ?? 0, M.nInactive],
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

export const PoleFamilies = ({ value }: Cell<'families'>) => {
  const { number } = useFormat()
  return (
    <span className="ll-equipment-families">
      {(value ?? []).map(({ resource, label, total }) => (
        <span key={resource}>{`${label}\u00A0${number(total ?? 0)}`}</span>
      ))}
    </span>
  )
}

/** Number of gateways by status. Each number links to the list. */
export const GatewayNumbers = ({ filter: { projectId = '' } }: SlotProps) => {
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
