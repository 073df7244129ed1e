import { Dialog, notify, useFormat, useLeave, useT } from '@lamplight/console-kit'
import { FormFields, initialDraft, Timeline, useFieldsForm } from '@lamplight/console-kit/form'
import { type ActionDialogProps, DialogButtons } from '@lamplight/console-kit/resource'
import type { Row, TransitionInput } from '@lamplight/kit'
import { type FormEvent, useId, useMemo } from 'react'
import { orderLifecycle } from '../model/order.lifecycle.ts'
import { order } from '../model/order.resource.ts'
import './charging.css'
import { sharesOf } from '../model/shares.ts'
import { M } from './charging.messages.ts'

type Props = ActionDialogProps<typeof order, TransitionInput<(typeof orderLifecycle)['transitions']['modify']>>
const { input: FIELDS, confirm } = orderLifecycle.transitions.modify
const NO_WIRE = {}

/** A table of fees and end of the order, before and after the modification that the form contains. */
const Compared = ({ row, amount, endTime }: { readonly row: Row<typeof order>; readonly amount: unknown; readonly endTime: unknown }) => {
  const t = useT()
  const format = useFormat()
  const { electricity, service } = sharesOf(row, typeof amount === 'number' ? amount : null)
  const [before, after] = [sharesOf(row, null), { electricity, service }]
  const yuan = (fen: number): string => format.unit(fen / 100, '¥', 2)
  const time = (at: unknown): string => (typeof at === 'string' && at !== '' ? format.time(at) : t(M.none))
  const end = typeof endTime === 'string' && endTime !== '' ? endTime : row.endTime
  const lines = [
    [M.total, yuan(before.electricity + before.service), yuan(after.electricity + after.service)],
    [M.electricity, yuan(before.electricity), yuan(after.electricity)],
    [M.service, yuan(before.service), yuan(after.service)],
    [M.end, time(row.endTime), time(end)],
  ] as const
  return (
    <table className="ll-charge-compared">
      <thead>
        <tr>
          <td />
          <th scope="col">{t(M.before)}</th>
          <th scope="col">{t(M.after)}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, old, next]) => (
          <tr key={label[1]} data-changed={old === next ? undefined : ''}>
            <th scope="row">{t(label)}</th>
            <td>{old}</td>
            <td>{next}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Form = ({ row, submit, close }: Props & { readonly row: Row<typeof order> }) => {
  const t = useT()
  const idPrefix = useId()
  const start = useMemo(() => initialDraft(FIELDS), [])
  const form = useFieldsForm(FIELDS, 'create', start)
  const leave = useLeave(form.changed, close)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    void form.send(async (draft) => {
      await submit(draft as Parameters<Props['submit']>[0])
      notify.success(M.done)
      close()
    })
  }
  return (
    <Dialog
      title={t(M.title, { seq: row.startChargeSeq ?? '' })}
      onClose={leave}
      firm={form.sending}
      footer={
        <DialogButtons form={`${idPrefix}-form`} danger={false} focus={false} busy={form.sending} onCancel={leave}>
          {t(M.button)}
        </DialogButtons>
      }
    >
      <form id={`${idPrefix}-form`} noValidate onSubmit={send}>
        <Compared row={row} amount={form.draft.amount} endTime={form.draft.endTime} />
        <FormFields
          form={form}
          fields={FIELDS}
          sections={[{ label: null, names: Object.keys(FIELDS) }]}
          wire={NO_WIRE}
          idPrefix={idPrefix}
        />
        <p className="ll-charge-note">{t(confirm)}</p>
      </form>
      <section aria-label={t(M.history)}>
        <h3 className="ll-charge-head">{t(M.history)}</h3>
        <Timeline resource={order} id={row.id} />
      </section>
    </Dialog>
  )
}

/** Dialog that modifies an order: new total or end with the reason, figures before and after, and the history of the order. */
export const ModifyDialog = (props: Props) => {
  const [row] = props.rows
  return row ? <Form {...props} row={row} /> : null
}
