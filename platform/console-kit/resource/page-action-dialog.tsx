import { useId } from 'react'
import { useT } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { api } from '../session/session.ts'
import { Dialog } from '../widgets/dialog.tsx'
import { ActionDialog, OwnDialog, ownDialogOf, type PageActionProps } from './action-dialog.tsx'
import { removeCall } from './calls.ts'
import { useFixedParams } from './fixed-params.ts'
import { FormFields } from './form-fields.tsx'
import { invalidate } from './invalidate.ts'
import { DialogButtons } from './parts/dialog-buttons.tsx'
import { useAffectedRows } from './use-affected-rows.ts'
import { useFieldsForm } from './use-fields-form.ts'

const NOTHING = {}

/** Confirmation of a deletion that names the rows (rule.delete.confirm). */
const RemoveDialog = ({ console, on, onClose, onDone }: PageActionProps) => {
  const t = useT()
  const { resource } = console
  const { count, words } = useAffectedRows(console, on)
  const call = removeCall(resource)
  const fixed = useFixedParams()
  const form = useFieldsForm(NOTHING, 'edit', NOTHING)
  const idPrefix = useId()
  const remove = async (): Promise<void> => {
    if (!call || on.kind !== 'rows') return
    const done = await form.send(async () => {
      await api[call.method](call.path, { query: { ids: [...on.rows.keys()], ...fixed }, quiet: true })
    })
    if (!done) return
    notify.success(['删除成功', 'Deleted'])
    void invalidate(resource.name)
    onDone()
  }
  return (
    <Dialog
      title={t(['确定将选择数据删除?', 'Delete the selected rows?'])}
      onClose={onClose}
      firm={form.sending}
      footer={
        <DialogButtons danger busy={form.sending} onCancel={onClose} onOk={() => void remove()}>
          {t([`删除 {n} 项${resource.label[0]}`, 'Delete {n}'], { n: count })}
        </DialogButtons>
      }
    >
      <FormFields form={form} fields={NOTHING} sections={[]} wire={NOTHING} idPrefix={idPrefix} />
      <p>{t(['将删除：{what}', 'To be deleted: {what}'], { what: words })}</p>
    </Dialog>
  )
}

/** The dialog of an action: the slice's own, or the generated one. */
export const PageActionDialog = (props: PageActionProps) => {
  const { action } = props.pageAction
  if (!action) return <RemoveDialog {...props} />
  const Own = ownDialogOf(props)
  return Own ? <OwnDialog {...props} action={action} Own={Own} /> : <ActionDialog {...props} action={action} />
}
