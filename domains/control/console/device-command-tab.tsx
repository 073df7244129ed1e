import { Empty, usePermission, useT } from '@lamplight/console-kit'
import { Link, LoadError, type RowColumn, RowsSkeleton, RowTable } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { type ActionDefinition, actionPermission } from '@lamplight/kit'
import { Suspense, useMemo, useState } from 'react'
import { recordHref } from './batch-link.tsx'
import './device.css'
import { D } from './device.messages.ts'
import { DeviceCommandDialog } from './device-command-door.ts'
import type { DeviceKind } from './device-kinds.ts'
import { reasonWords, standingWords, toneOf } from './item-words.ts'
import { K } from './kind.messages.ts'
import type { DeviceRow } from './use-device-state.ts'
import { type LatestCommand, useLatestCommands } from './use-latest-commands.ts'

const SHOWN = 20

const CommandButton = ({ kind, name, action, onAsk }: { kind: DeviceKind; name: string; action: ActionDefinition; onAsk: () => void }) => {
  const t = useT()
  const may = usePermission(actionPermission(kind.resource, name))
  if (!may) return null
  return (
    <button type="button" className={action.danger ? 'll-button ll-button--danger' : 'll-button'} onClick={onAsk}>
      {t(action.label)}
    </button>
  )
}

const Latest = ({ deviceId }: { readonly deviceId: string }) => {
  const t = useT()
  const query = useLatestCommands(deviceId, { size: SHOWN })
  const columns = useMemo(
    (): readonly RowColumn<LatestCommand>[] => [
      { key: 'text', label: D.command, width: 220, cell: (row) => <Link to={recordHref(row.batchId)}>{row.text}</Link> },
      { key: 'at', label: D.at, width: 184, cell: (row) => <time className="ll-f-number">{row.at}</time> },
      { key: 'by', label: D.by, width: 110, cell: (row) => row.account || <span className="ll-f-none">{'—'}</span> },
      { key: 'state', label: D.state, width: 124, cell: (row) => <StateMark tone={toneOf(row.state)}>{standingWords(row, t)}</StateMark> },
      { key: 'reason', label: D.reason, width: 320, cell: (row) => reasonWords(row, t) || <span className="ll-f-none">{'—'}</span> },
    ],
    [t],
  )
  if (query.isError && !query.data) return <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />
  if (!query.data) return <RowsSkeleton rows={4} cards={false} />
  if (query.data.length === 0) return <Empty text={t(D.noCommands)} />
  return <RowTable columns={columns} rows={query.data} label={t(D.latest)} keyOf={(row) => row.batchId} />
}

/** The commands that a device takes, and the latest that were sent to it. */
export const DeviceCommandTab = ({ kind, row }: { readonly kind: DeviceKind; readonly row: DeviceRow }) => {
  const t = useT()
  const [asked, setAsked] = useState<string | null>(null)
  const maySee = usePermission('commandrecord_view')
  const commands = Object.entries(kind.resource.actions ?? {}).filter(([, { command }]) => command !== undefined)
  return (
    <section className="ll-device-commands" aria-label={t(K.commands)}>
      <div className="ll-device-buttons">
        {commands.map(([name, action]) => (
          <CommandButton key={name} kind={kind} name={name} action={action} onAsk={() => setAsked(name)} />
        ))}
      </div>
      <h2>{t(D.latest)}</h2>
      {maySee ? <Latest deviceId={row.id} /> : <Empty text={t(D.mayNotSee)} />}
      <Suspense>
        {asked && (
          <DeviceCommandDialog
            kind={kind}
            action={asked}
            target={{ ids: [row.id] }}
            name={String(row.name || row.sn)}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </section>
  )
}
