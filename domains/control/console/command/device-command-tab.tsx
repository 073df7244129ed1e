import { Empty, usePermission, useT } from '@lamplight/console-kit'
import { Link, type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { useMemo } from 'react'
import { recordHref } from '../records/batch-link.tsx'
import { CommandButtons } from './command-buttons.tsx'
import '../device/device.css'
import { D } from '../device/device.messages.ts'
import type { ConsoleKind } from '../device/device-kinds.ts'
import type { DeviceRow } from '../device/device-row.ts'
import { K } from '../device/kind.messages.ts'
import { type LatestCommand, useLatestCommands } from '../device/use-latest-commands.ts'
import { reasonWords, stateWords, toneOf } from '../records/item-words.ts'

const SHOWN = 20

const Latest = ({ deviceId }: { readonly deviceId: string }) => {
  const t = useT()
  const query = useLatestCommands(deviceId, { size: SHOWN })
  const columns = useMemo(
    (): readonly RowColumn<LatestCommand>[] => [
      { key: 'text', label: D.command, width: 220, cell: (row) => <Link to={recordHref(row.batchId)}>{row.text}</Link> },
      { key: 'at', label: D.at, width: 184, cell: (row) => <time className="ll-f-number">{row.at}</time> },
      { key: 'by', label: D.account, width: 110, cell: (row) => row.account || <span className="ll-f-none">{'—'}</span> },
      { key: 'state', label: D.state, width: 124, cell: (row) => <StateMark tone={toneOf(row.state)}>{stateWords(row, t)}</StateMark> },
      { key: 'reason', label: D.reason, width: 320, cell: (row) => reasonWords(row, t) || <span className="ll-f-none">{'—'}</span> },
    ],
    [t],
  )
  if (!query.data) return <Waiting query={query} rows={4} />
  if (query.data.length === 0) return <Empty text={t(D.noCommands)} />
  return <RowTable columns={columns} rows={query.data} label={t(D.latest)} keyOf={(row) => row.batchId} />
}

/** The commands of a device, and the latest ones that were sent to it. */
export const DeviceCommandTab = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => {
  const t = useT()
  const maySee = usePermission('commandrecord_view')
  return (
    <section className="ll-device-commands" aria-label={t(K.commands)}>
      <div className="ll-device-buttons">
        <CommandButtons kind={kind} row={row} />
      </div>
      <h2>{t(D.latest)}</h2>
      {maySee ? <Latest deviceId={row.id} /> : <Empty text={t(D.mayNotSee)} />}
    </section>
  )
}
