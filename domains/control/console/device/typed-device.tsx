import { Dialog, Empty, useT } from '@lamplight/console-kit'
import { DialogButtons, LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { Suspense, useId, useState } from 'react'
import '../command/command.css'
import { batch } from '../../model/batch.resource.ts'
import { C } from '../command/command.messages.ts'
import { DeviceCommandDialog } from '../command/lazy-device-command.ts'
import type { ConsoleKind } from './device-kinds.ts'
import { DeviceCommandTab, DeviceHistory, DeviceLive, DeviceStatus, type Part, TypedParamsTab } from './device-parts.ts'
import type { DeviceRow } from './device-row.ts'
import { K } from './kind.messages.ts'
import { Y } from './typed.messages.ts'
import { useRowKind } from './use-row-kind.ts'

const typeOf = (row: object): string => String((row as { readonly typeId?: string | null }).typeId ?? '')

/** Part of the page of a device whose type was made at run time: loads the type, then shows the part for declared types. */
const withKind = (Part: Part, isQuiet = false) => {
  const Typed = ({ row }: { readonly row: object }) => {
    const { kind, error, retry } = useRowKind(typeOf(row))
    if (kind) return <Part kind={kind} row={row as DeviceRow} />
    if (isQuiet) return null
    return error ? <LoadError error={error} at={0} onRetry={retry} /> : <RowsSkeleton rows={6} cards={false} />
  }
  return Typed
}
export const TypedStatus = withKind(DeviceStatus, true)
export const TypedLive = withKind(DeviceLive)
export const TypedHistory = withKind(DeviceHistory)
export const TypedCommands = withKind(DeviceCommandTab)
export const TypedParams = withKind(TypedParamsTab)

interface PendingAction {
  readonly rows: readonly object[]
  readonly count: number
  readonly close: () => void
}

/** Asks for the command of the type. */
const Choice = ({ kind, onChoose, close }: { kind: ConsoleKind; onChoose: (command: string) => void; close: () => void }) => {
  const t = useT()
  const id = useId()
  const commands = Object.entries(kind.type.commands)
  const [chosen, choose] = useState(commands[0]?.[0] ?? '')
  return (
    <Dialog
      title={t(C.title, { what: t(Y.choose), target: t(kind.type.label) })}
      onClose={close}
      footer={
        <DialogButtons busy={chosen === ''} onCancel={close} onOk={() => onChoose(chosen)}>
          {t(Y.next)}
        </DialogButtons>
      }
    >
      {commands.length === 0 ? (
        <Empty text={t(Y.noCommands)} />
      ) : (
        <label className="ll-command__choice" htmlFor={id}>
          {t(batch.fields.command.options.label)}
          <select id={id} className="ll-f-input" value={chosen} onChange={(event) => choose(event.target.value)}>
            {commands.map(([name, { label }]) => (
              <option key={name} value={name}>
                {t(label)}
              </option>
            ))}
          </select>
        </label>
      )}
    </Dialog>
  )
}

/** Sends a command to selected devices of one type: first a choice of the command, then its dialog. */
export const TypedSend = ({ rows, count, close }: PendingAction) => {
  const t = useT()
  const devices = rows as readonly DeviceRow[]
  const [first] = devices
  const types = new Set(devices.map(typeOf))
  const { kind, error, retry } = useRowKind(types.size === 1 && first ? typeOf(first) : '')
  const [command, setCommand] = useState<string | null>(null)
  if (kind && command)
    return (
      <Suspense>
        <DeviceCommandDialog
          kind={kind}
          action={command}
          target={{ ids: devices.map(({ id }) => id) }}
          name={count === 1 && first ? String(first.name || first.sn) : t(K.selected)}
          onClose={close}
        />
      </Suspense>
    )
  if (kind) return <Choice kind={kind} onChoose={setCommand} close={close} />
  return (
    <Dialog title={t(Y.choose)} onClose={close}>
      {types.size > 1 ? (
        <Empty text={t(Y.oneType)} />
      ) : error ? (
        <LoadError error={error} at={0} onRetry={retry} />
      ) : (
        <RowsSkeleton rows={2} cards={false} />
      )}
    </Dialog>
  )
}
