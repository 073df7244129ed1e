import { Dialog, useT } from '@lamplight/console-kit'
import { FormFields, useFieldsForm } from '@lamplight/console-kit/form'
import { DialogButtons } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { useId } from 'react'
import '../command/command.css'
import { P } from './param.messages.ts'
import { RP } from './reported.messages.ts'

const FIELDS = { groupId: f.ref('devices.group', { label: RP.group, required: true }) }
const START = {}
const NO_WIRE = {}

/** Asks for a group of devices to read a family from. */
export const ReadGroupDialog = ({
  family,
  onRead,
  onClose,
}: {
  readonly family: ParamFamilyDefinition
  readonly onRead: (groupId: string) => void
  readonly onClose: () => void
}) => {
  const t = useT()
  const idPrefix = useId()
  const form = useFieldsForm(FIELDS, 'create', START)
  const send = (): Promise<unknown> =>
    form.send(async (draft) => {
      onRead(String(draft.groupId))
    })
  return (
    <Dialog
      title={t(RP.readGroupTitle, { family: t(family.label) })}
      onClose={onClose}
      className="ll-command"
      footer={
        <DialogButtons form={`${idPrefix}-form`} busy={form.sending} onCancel={onClose}>
          {t(P.read)}
        </DialogButtons>
      }
    >
      <form
        id={`${idPrefix}-form`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <FormFields form={form} fields={FIELDS} sections={[{ label: null, names: ['groupId'] }]} wire={NO_WIRE} idPrefix={idPrefix} />
      </form>
    </Dialog>
  )
}
