import { Dialog, useFormat, useLeave, useT } from '@lamplight/console-kit'
import { FormFields } from '@lamplight/console-kit/form'
import { DialogButtons } from '@lamplight/console-kit/resource'
import { type FormEvent, useId } from 'react'
import { affectedWords } from './batch-words.ts'
import './command.css'
import { Affected } from './affected.tsx'
import { C } from './command.messages.ts'
import { CommandApproval } from './command-approval.tsx'
import { CommandProgress } from './command-progress.tsx'
import { D } from './device.messages.ts'
import type { DeviceCommandRequest } from './device-command-request.ts'
import { useDeviceCommand } from './use-device-command.ts'

const NO_WIRE = {}

/** Dialog of a device command: input, targets, a button with the name of the command, then progress. */
export const DeviceCommandDialog = (request: DeviceCommandRequest) => {
  const t = useT()
  const format = useFormat()
  const idPrefix = useId()
  const { kind, action, name, onClose } = request
  const { fields, form, preview, batchId, send } = useDeviceCommand(request)
  const leave = useLeave(form.changed && batchId === null, onClose)
  const { label = [action, action] as const, danger = false, command = action } = kind.resource.actions?.[action] ?? {}
  const { code: deviceType } = kind.type
  const known = preview.data
  const target = known ? affectedWords({ targetText: known.targetText ?? name, total: known.lamps, deviceType }, t) : name
  const title = t(C.title, { what: t(label), target })
  if (batchId) return <CommandProgress batchId={batchId} title={title} onClose={onClose} />
  return (
    <Dialog
      title={title}
      onClose={leave}
      firm={form.sending}
      className="ll-command"
      footer={
        <DialogButtons
          form={`${idPrefix}-form`}
          danger={danger}
          focus={Object.keys(fields).length === 0}
          busy={form.sending || preview.isPending || known?.lamps === 0}
          onCancel={leave}
        >
          {known ? t(D.send, { what: t(label), n: format.number(known.lamps) }) : t(label)}
        </DialogButtons>
      }
    >
      <CommandApproval devices={known?.lamps} />
      <form
        id={`${idPrefix}-form`}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        <FormFields
          form={form}
          fields={fields}
          sections={[{ label: null, names: Object.keys(fields) }]}
          wire={NO_WIRE}
          idPrefix={idPrefix}
        />
      </form>
      <Affected preview={known} isFailed={preview.isError} deviceType={deviceType} />
      <p className="ll-command__note">{t(kind.type.commands[command]?.proves ? D.proves : D.answers)}</p>
    </Dialog>
  )
}
