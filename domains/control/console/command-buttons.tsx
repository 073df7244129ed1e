import { usePermission, useT } from '@lamplight/console-kit'
import { type ActionDefinition, actionPermission } from '@lamplight/kit'
import { Suspense, useState } from 'react'
import type { ConsoleKind } from './device-kinds.ts'
import { DeviceCommandDialog } from './lazy-device-command.ts'
import type { DeviceRow } from './use-device-state.ts'

const CommandButton = ({
  kind,
  name,
  action,
  onPress,
}: {
  kind: ConsoleKind
  name: string
  action: ActionDefinition
  onPress: () => void
}) => {
  const t = useT()
  const may = usePermission(actionPermission(kind.resource, kind.sentBy ?? name))
  if (!may) return null
  return (
    <button type="button" className={action.danger ? 'll-button ll-button--danger' : 'll-button'} onClick={onPress}>
      {t(action.label)}
    </button>
  )
}

const Generated = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => {
  const [pending, setPending] = useState<string | null>(null)
  const commands = Object.entries(kind.resource.actions ?? {}).filter(([, { command }]) => command !== undefined)
  return (
    <>
      {commands.map(([name, action]) => (
        <CommandButton key={name} kind={kind} name={name} action={action} onPress={() => setPending(name)} />
      ))}
      <Suspense>
        {pending && (
          <DeviceCommandDialog
            kind={kind}
            action={pending}
            target={{ ids: [row.id] }}
            name={String(row.name || row.sn)}
            onClose={() => setPending(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** One button per command that the user may send to a device, after the buttons of its kind, and the dialog of the pressed one. */
export const CommandButtons = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => (
  <>
    {kind.Buttons && <kind.Buttons row={row} />}
    <Generated kind={kind} row={row} />
  </>
)
