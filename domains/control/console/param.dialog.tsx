import { api, Dialog, useLeave, useT } from '@lamplight/console-kit'
import { FormFields, initialDraft, useFieldsForm, writeValues } from '@lamplight/console-kit/form'
import { DialogButtons, invalidate } from '@lamplight/console-kit/resource'
import { inSentence, type ParamFamilyDefinition } from '@lamplight/kit'
import { type FormEvent, useId, useMemo, useState } from 'react'
import './command.css'
import { AffectedTarget } from './affected-by-param.tsx'
import { CommandProgress } from './command-progress.tsx'
import { P } from './param.messages.ts'
import type { ParamValues } from './param-words.ts'

const NO_WIRE = {}

/** Dialog that sets a parameter family of one device, then shows the progress. The form starts with the wanted value. */
export const ParamDialog = ({
  family,
  deviceId,
  name,
  value,
  onClose,
}: {
  readonly family: ParamFamilyDefinition
  readonly deviceId: string
  readonly name: string
  readonly value: ParamValues | null
  readonly onClose: () => void
}) => {
  const t = useT()
  const idPrefix = useId()
  const { fields, call } = family
  const [batchId, setBatchId] = useState<string | null>(null)
  // Secrets are shown as a mask, which is no value to start with.
  const [first] = useState(() => Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => fields[key]?.kind !== 'secret')))
  const start = useMemo(() => ({ ...initialDraft(fields), ...first }), [fields, first])
  const form = useFieldsForm(fields, 'create', start)
  const leave = useLeave(form.changed && batchId === null, onClose)
  const title = t(P.title, { family: inSentence(t(family.label)), name })
  if (batchId) return <CommandProgress batchId={batchId} title={title} onClose={onClose} />
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await form.send(async (draft) => {
      const shown = Object.fromEntries(form.shown.map((key) => [key, draft[key] ?? null]))
      const made = await api.post<{ batchId: string }>(`blade-city/controller/batch/set/${call}`, {
        body: { controllerIds: deviceId, ...writeValues(fields, shown) },
        quiet: true,
      })
      setBatchId(made.batchId)
      void invalidate('control.batch')
    })
  }
  return (
    <Dialog
      title={title}
      onClose={leave}
      firm={form.sending}
      className="ll-command"
      footer={
        <DialogButtons form={`${idPrefix}-form`} busy={form.sending} onCancel={leave}>
          {t(P.set)}
        </DialogButtons>
      }
    >
      <form id={`${idPrefix}-form`} noValidate onSubmit={(event) => void send(event)}>
        <FormFields
          form={form}
          fields={fields}
          sections={[{ label: null, names: Object.keys(fields) }]}
          wire={NO_WIRE}
          idPrefix={idPrefix}
        />
      </form>
      {family.risky && <AffectedTarget family={family} target={{ ids: deviceId }} />}
    </Dialog>
  )
}
