import { notify, useFormat, useT } from '@lamplight/console-kit'
import { FieldsDialog } from '@lamplight/console-kit/form'
import type { ActionDialogProps } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import type { Fields, TransitionInput } from '@lamplight/kit'
import { broadcastType } from '../model/broadcast.device.ts'
import { broadcast } from '../model/broadcast.resource.ts'
import { infoScreenType } from '../model/info-screen.device.ts'
import { infoScreen } from '../model/info-screen.resource.ts'
import { onOffLifecycle } from '../model/on-off.lifecycle.ts'
import type { onOffStrategy } from '../model/on-off-strategy.resource.ts'
import { M } from './media.messages.ts'

type Props = ActionDialogProps<typeof onOffStrategy, TransitionInput<(typeof onOffLifecycle)['transitions']['publish']>>
const SCREENS = 1
const NONE: Fields = {}

/** Dialog that selects the devices to which a strategy is published: single devices of its type, or a group. */
export const PublishDialog = ({ rows: [row], submit, close }: Props) => {
  const t = useT()
  if (!row) return null
  const [{ name, label }, { code }] = row.type === SCREENS ? ([infoScreen, infoScreenType] as const) : ([broadcast, broadcastType] as const)
  const fields = {
    deviceIds: f.refs(name, { label }),
    devGroupId: f.ref('devices.group', { label: M.group, only: { devType: code } }),
  }
  return (
    <FieldsDialog
      title={t(M.publishTitle, { name: row.name })}
      fields={fields}
      button={t(M.publish)}
      onSend={async (values) => {
        await submit(values)
        notify.success(M.sent)
        close()
      }}
      onClose={close}
    >
      <p>{t(onOffLifecycle.transitions.publish.confirm)}</p>
    </FieldsDialog>
  )
}

/** Dialog that confirms cancelling a strategy for all devices that follow it. */
export const CancelDialog = ({ rows: [row], submit, close }: Props) => {
  const t = useT()
  const format = useFormat()
  if (!row) return null
  return (
    <FieldsDialog
      title={t(M.cancelTitle, { name: row.name })}
      fields={NONE}
      danger
      focus
      button={t(M.cancel)}
      onSend={async () => {
        await submit({})
        notify.success(M.sent)
        close()
      }}
      onClose={close}
    >
      <p>{t(onOffLifecycle.transitions.cancel.confirm)}</p>
      <p>{t(M.following, { n: format.number(row.following ?? 0) })}</p>
    </FieldsDialog>
  )
}
