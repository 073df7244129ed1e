import { Dialog, Segments, useFormat, useLeave, useT } from '@lamplight/console-kit'
import { FormFields, initialDraft, useFieldsForm, writeValues } from '@lamplight/console-kit/form'
import { DialogButtons } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { type Fields, inSentence, type ParamFamilyDefinition } from '@lamplight/kit'
import { type FormEvent, useId, useMemo, useState } from 'react'
import './command.css'
import { MX } from './matrix.messages.ts'
import { type ReachTarget, TargetReach } from './param-reach.tsx'
import type { ParamValues } from './param-words.ts'

const NO_WIRE = {}

/** Dialog that sets a family of many devices, from its fields or from a preset. It names the reach. */
export const SetManyDialog = ({
  family,
  n,
  target,
  start,
  onSend,
  onClose,
}: {
  readonly family: ParamFamilyDefinition
  /** Number of the devices. */
  readonly n: number
  /** The selected devices, or the conditions of the list. */
  readonly target: ReachTarget
  /** The value that most devices hold. */
  readonly start: ParamValues | null
  readonly onSend: (value: ParamValues) => Promise<void>
  readonly onClose: () => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const idPrefix = useId()
  const { template } = family
  const [from, setFrom] = useState<'values' | 'preset'>('values')
  const fields: Fields = useMemo(
    () => (from === 'preset' && template ? { templateId: f.ref(template.name, { label: template.label, required: true }) } : family.fields),
    [family, from, template],
  )
  const [first] = useState(start)
  const draft = useMemo(() => ({ ...initialDraft(fields), ...(from === 'values' && first) }), [fields, first, from])
  const form = useFieldsForm(fields, 'create', draft)
  const leave = useLeave(form.changed, onClose)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await form.send(async (values) => onSend(writeValues(fields, Object.fromEntries(form.shown.map((key) => [key, values[key] ?? null])))))
  }
  return (
    <Dialog
      title={t(MX.setTitle, { family: inSentence(t(family.label)) })}
      onClose={leave}
      firm={form.sending}
      className="ll-command"
      footer={
        <DialogButtons form={`${idPrefix}-form`} busy={form.sending} onCancel={leave}>
          {t(MX.send, { n: number(n) })}
        </DialogButtons>
      }
    >
      <TargetReach family={family} target={target} />
      {template && (
        <Segments
          label={t(MX.values)}
          value={from}
          onChange={setFrom}
          options={[
            { value: 'values', label: t(MX.values) },
            { value: 'preset', label: t(MX.preset) },
          ]}
        />
      )}
      <form id={`${idPrefix}-form`} noValidate onSubmit={(event) => void send(event)}>
        <FormFields
          key={from}
          form={form}
          fields={fields}
          sections={[{ label: null, names: Object.keys(fields) }]}
          wire={NO_WIRE}
          idPrefix={idPrefix}
        />
      </form>
    </Dialog>
  )
}
