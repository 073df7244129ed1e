import { Age, Failure, Skeleton, useT } from '@lamplight/console-kit'
import {
  detailHref,
  type Entry,
  FieldCell,
  FieldsHost,
  Link,
  type ResourceConsole,
  useConsole,
  useLiveEntry,
} from '@lamplight/console-kit/resource'
import type { ReactNode } from 'react'
import './device.css'
import { CommandButtons } from './command-buttons.tsx'
import { D } from './device.messages.ts'
import { type ConsoleKind, kindOf } from './device-kinds.ts'
import { DeviceLive } from './device-live.tsx'
import type { DeviceRow } from './device-row.ts'
import { staleAfter } from './device-values.ts'
import { useDeviceState } from './use-device-state.ts'

interface Props {
  /** Name of the resource of the device's row. */
  readonly resource: string
  readonly id: string
  /** Renders the panel around the card. */
  readonly frame: (title: string, body: ReactNode) => ReactNode
  /** Shown below the values. */
  readonly children?: ReactNode
}

interface Shown {
  readonly console: ResourceConsole
  /** Undefined for types created at run time: the page of the device shows its values. */
  readonly kind: ConsoleKind | undefined
  readonly entry: Entry
  readonly children: ReactNode
}
/** Faults and latest values, as the device type defines them. */
const Values = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => {
  const t = useT()
  const { faults } = useDeviceState(kind, row)
  return (
    <>
      {faults.length > 0 && <p className="ll-device-card-faults">{t(D.faults, { list: faults.join(t(D.comma)) })}</p>}
      <DeviceLive kind={kind} row={row} />
    </>
  )
}

const Body = ({ console, kind, entry, children }: Shown) => {
  const t = useT()
  const row = entry.row as unknown as DeviceRow
  const href = detailHref(console, row.id)
  return (
    <div className="ll-device-card">
      <p className="ll-device-card-state">
        <FieldCell console={console} name="deviceState" entry={entry} />
        {row.reportedAt && (
          <small>
            {t(D.reported)} <Age at={row.reportedAt} {...(kind && { staleMs: staleAfter(kind.type, row) })} />
          </small>
        )}
      </p>
      {kind && <Values kind={kind} row={row} />}
      {children}
      <div className="ll-device-card-actions">
        {kind && <CommandButtons kind={kind} row={row} />}
        {href && (
          <Link to={href} className="ll-button">
            {t(D.open)}
          </Link>
        )}
      </div>
    </div>
  )
}

const Loaded = ({
  console,
  kind,
  id,
  frame,
  children,
}: Omit<Props, 'resource'> & { console: ResourceConsole; kind: ConsoleKind | undefined }) => {
  const { entry, error, refetch } = useLiveEntry(console, id)
  const t = useT()
  if (!entry)
    return frame(t(console.resource.label), error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />)
  return frame(
    String(entry.row.name || entry.row.sn),
    <FieldsHost>
      <Body console={console} kind={kind} entry={entry}>
        {children}
      </Body>
    </FieldsHost>,
  )
}

/**
 * Card of a device on the map: state, live values with their age, commands, and a link to its page,
 * derived from the definitions of type and resource.
 */
export const DeviceCard = ({ resource, ...props }: Props) => {
  const console = useConsole(resource)
  if (!console) return props.frame('', <Skeleton rows={6} />)
  return <Loaded console={console} kind={kindOf(resource)} {...props} />
}
