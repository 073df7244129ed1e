import { usePermission, useT } from '@lamplight/console-kit'
import { type ActionDefinition, actionPermission, singlePermission } from '@lamplight/kit'
import { Suspense, useState } from 'react'
import type { DeviceCommandRequest } from './device-command-request.ts'
import { type ConsoleKind, kindOf } from './device-kinds.ts'
import type { DeviceRow } from './device-row.ts'
import { DeviceCommandDialog } from './lazy-device-command.ts'

const CommandButton = ({
  kind,
  name,
  action,
  isOne,
  onPress,
}: {
  kind: ConsoleKind
  name: string
  action: ActionDefinition
  /** True if it is sent to one device, named by its id. */
  isOne: boolean
  onPress: () => void
}) => {
  const t = useT()
  const sent = kind.sentBy ?? name
  const may = usePermission(actionPermission(kind.resource, sent))
  const mayOne = usePermission(singlePermission(kind.resource, sent) ?? '')
  if (!may && !(mayOne && isOne)) return null
  return (
    <button type="button" className={action.danger ? 'll-button ll-button--danger' : 'll-button'} onClick={onPress}>
      {t(action.label)}
    </button>
  )
}

type Targets = Pick<DeviceCommandRequest, 'target' | 'name'>

const Generated = ({ kind, target, name }: Targets & { readonly kind: ConsoleKind }) => {
  const [pending, setPending] = useState<string | null>(null)
  const commands = Object.entries(kind.resource.actions ?? {}).filter(([, { command }]) => command !== undefined)
  return (
    <>
      {commands.map(([command, action]) => (
        <CommandButton
          key={command}
          kind={kind}
          name={command}
          action={action}
          isOne={'ids' in target && target.ids?.length === 1}
          onPress={() => setPending(command)}
        />
      ))}
      <Suspense>
        {pending && <DeviceCommandDialog kind={kind} action={pending} target={target} name={name} onClose={() => setPending(null)} />}
      </Suspense>
    </>
  )
}

/** One button per command that the user may send to a device, after the buttons of its kind, and the dialog of the pressed one. */
export const CommandButtons = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => (
  <>
    {kind.Buttons && <kind.Buttons row={row} />}
    <Generated kind={kind} target={{ ids: [row.id] }} name={String(row.name || row.sn)} />
  </>
)

/** The same buttons for several devices of a resource, whose console is loaded. `name` names them until the server does. */
export const DeviceButtons = ({ resource, ...targets }: Targets & { readonly resource: string }) => {
  const kind = kindOf(resource)
  return kind ? <Generated kind={kind} {...targets} /> : null
}
