import type { Fields } from '@lamplight/kit'
import { type FormEvent, type ReactNode, useId, useMemo } from 'react'
import { Dialog } from '../../widgets/dialog.tsx'
import { useLeave } from '../../widgets/use-leave.ts'
import { DialogButtons } from '../parts/dialog-buttons.tsx'
import { initialDraft } from './draft.ts'
import type { Values } from './entry.ts'
import { FormFields } from './form-fields.tsx'
import { useFieldsForm } from './use-fields-form.ts'

const NO_WIRE = {}

/**
 * A dialog with a form of declared fields. `onSend` gets the values of the shown fields by field name; a refusal that it throws is shown at its
 * field or at the top, and the input is kept. The caller closes the dialog. Closing it with changes asks first.
 */
export const FieldsDialog = ({
  title,
  fields,
  button,
  danger = false,
  focus = false,
  onSend,
  onClose,
  children,
  end,
}: {
  readonly title: string
  readonly fields: Fields
  /** Text of the submit button. */
  readonly button: string
  readonly danger?: boolean
  /** True: the button has the focus, for dialogs without fields. */
  readonly focus?: boolean
  readonly onSend: (values: Values) => Promise<void>
  readonly onClose: () => void
  /** Shown above the fields. */
  readonly children?: ReactNode
  /** Shown below the fields, with the entered values. */
  readonly end?: (draft: Values) => ReactNode
}) => {
  const idPrefix = useId()
  const start = useMemo(() => initialDraft(fields), [fields])
  const form = useFieldsForm(fields, 'create', start)
  const leave = useLeave(form.changed, onClose)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    void form.send((draft) => onSend(Object.fromEntries(form.shown.map((name) => [name, draft[name] ?? null]))))
  }
  return (
    <Dialog
      title={title}
      onClose={leave}
      firm={form.sending}
      footer={
        <DialogButtons form={`${idPrefix}-form`} danger={danger} focus={focus} busy={form.sending} onCancel={leave}>
          {button}
        </DialogButtons>
      }
    >
      <form id={`${idPrefix}-form`} noValidate onSubmit={send}>
        {children}
        <FormFields
          form={form}
          fields={fields}
          sections={[{ label: null, names: Object.keys(fields) }]}
          wire={NO_WIRE}
          idPrefix={idPrefix}
        />
        {end?.(form.draft)}
      </form>
    </Dialog>
  )
}
