import { Dialog, Segments, useFormat, useLeave, useT } from '@lamplight/console-kit'
import { FormFields, initialDraft, useFieldsForm, writeValues } from '@lamplight/console-kit/form'
import { DialogButtons } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { type Fields, inSentence, type ParamFamilyDefinition } from '@lamplight/kit'
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import './command.css'
import { AffectedTarget, type ParamTarget } from './affected-by-param.tsx'
import { CommandApproval } from './command-approval.tsx'
import { MX } from './matrix.messages.ts'
import type { ParamValues } from './param-words.ts'
import type { SetInput } from './use-matrix.ts'

const NO_WIRE = {}
const optional = ({ options: { required: _, ...options }, ...field }: Fields[string]): Fields[string] =>
  ({ ...field, options }) as Fields[string]

/** Dialog that sets a family of many devices, from its fields or from a preset. It names the affected devices. */
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
  readonly target: ParamTarget
  /** Fields that have the same value on all devices. Null: the value of a device is not known. */
  readonly start: ParamValues | null
  readonly onSend: (input: SetInput) => Promise<void>
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
  // Single fields can only be changed if the other fields are known: not with a secret, and not on devices that were never read.
  const mayChange = from === 'values' && first !== null && !Object.values(family.fields).some(({ kind }) => kind === 'secret')
  const [sendsAll, setSendsAll] = useState(false)
  const changes = mayChange && !sendsAll
  // Fields that are not sent are not checked: they can be empty, because devices have different values.
  const [touched, setTouched] = useState<readonly string[]>([])
  const checked = useMemo(
    () =>
      changes
        ? Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, touched.includes(name) ? field : optional(field)]))
        : fields,
    [changes, fields, touched],
  )
  const form = useFieldsForm(checked, 'create', draft)
  const now = form.touched.join()
  useEffect(() => setTouched(now ? now.split(',') : []), [now])
  const sent = changes ? form.shown.filter((key) => touched.includes(key)) : form.shown
  const leave = useLeave(form.changed, onClose)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await form.send(async (values) => {
      const value = writeValues(fields, Object.fromEntries(sent.map((key) => [key, values[key] ?? null]))) as ParamValues
      await onSend(changes ? { changes: value } : { value })
    })
  }
  return (
    <Dialog
      title={t(MX.setTitle, { family: inSentence(t(family.label)) })}
      onClose={leave}
      firm={form.sending}
      className="ll-command"
      footer={
        <DialogButtons form={`${idPrefix}-form`} busy={form.sending || sent.length === 0} onCancel={leave}>
          {t(MX.send, { n: number(n) })}
        </DialogButtons>
      }
    >
      <CommandApproval devices={n} />
      <AffectedTarget family={family} target={target} />
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
      {mayChange && Object.keys(fields).length > 1 && (
        <div className="ll-command__note">
          <p>
            {sent.length === 0
              ? t(MX.changeOne)
              : changes
                ? t(MX.changesOnly, { fields: sent.map((key) => t(fields[key]?.options.label ?? ['', ''])).join(t(['、', ', '])) })
                : t(MX.sendsAllText)}
          </p>
          <label>
            <input type="checkbox" checked={sendsAll} onChange={({ target: box }) => setSendsAll(box.checked)} /> {t(MX.sendsAll)}
          </label>
        </div>
      )}
      {from === 'values' && first === null && Object.keys(fields).length > 1 && <p className="ll-command__note">{t(MX.unknown)}</p>}
      <form id={`${idPrefix}-form`} noValidate onSubmit={(event) => void send(event)}>
        <FormFields
          key={from}
          form={form}
          fields={checked}
          sections={[{ label: null, names: Object.keys(fields) }]}
          wire={NO_WIRE}
          idPrefix={idPrefix}
        />
      </form>
    </Dialog>
  )
}
