import { Dialog, useLeave, useT } from '@lamplight/console-kit'
import { FormFields, useFieldsForm } from '@lamplight/console-kit/form'
import { DialogButtons, invalidate } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { type FormEvent, useId, useState } from 'react'
import { BatchesProgress } from '../records/batches-progress.tsx'
import './command.css'
import { AffectedTarget } from '../affected/affected-by-param.tsx'
import { MX } from '../params/matrix.messages.ts'
import { RP } from '../params/reported.messages.ts'
import type { MadeBatch } from '../records/made-batch.ts'

const FIELDS = { groupId: f.ref('devices.group', { label: RP.group, required: true }) }
const START = {}
const NO_WIRE = {}

/** Dialog that sends a preset or a bundle to a group. It shows how many devices the group has, and after sending the progress of each batch. */
export const GroupSendDialog = ({
  name,
  families,
  submit,
  close,
}: {
  /** Name of the preset or bundle. */
  readonly name: string
  /** Families that the dialog sets. It names the devices that the first dangerous family affects. */
  readonly families: readonly ParamFamilyDefinition[]
  readonly submit: (input: { readonly groupId: string }) => Promise<unknown>
  readonly close: () => void
}) => {
  const t = useT()
  const idPrefix = useId()
  const [batches, setBatches] = useState<readonly MadeBatch[]>([])
  const form = useFieldsForm(FIELDS, 'create', START)
  const leave = useLeave(form.changed && batches.length === 0, close)
  const { groupId } = form.draft
  const family = families.find(({ risky }) => risky) ?? families[0]
  if (batches.length > 0) return <BatchesProgress title={MX.sending} batches={batches} onClose={close} />
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await form.send(async (draft) => {
      const made = (await submit({ groupId: String(draft.groupId) })) as MadeBatch & { readonly batches?: readonly MadeBatch[] }
      setBatches(made.batches ?? [made])
      void invalidate('control.batch')
    })
  }
  return (
    <Dialog
      title={t(MX.groupTitle, { name })}
      onClose={leave}
      firm={form.sending}
      className="ll-command"
      footer={
        <DialogButtons form={`${idPrefix}-form`} busy={form.sending} onCancel={leave}>
          {t(MX.sendToGroup)}
        </DialogButtons>
      }
    >
      <form id={`${idPrefix}-form`} noValidate onSubmit={(event) => void send(event)}>
        <FormFields form={form} fields={FIELDS} sections={[{ label: null, names: ['groupId'] }]} wire={NO_WIRE} idPrefix={idPrefix} />
      </form>
      {family && <AffectedTarget family={family} target={groupId ? { groupId: String(groupId) } : null} />}
    </Dialog>
  )
}
