import { RowTenantContext } from '@lamplight/fields/view'
import type { ActionDefinition, Fields } from '@lamplight/kit'
import { type ComponentType, type FormEvent, useId, useMemo } from 'react'
import { useT } from '../i18n/use-t.ts'
import { api } from '../session/session.ts'
import { Dialog } from '../widgets/dialog.tsx'
import { useLeave } from '../widgets/use-leave.ts'
import { actionPath, transitionCall } from './calls.ts'
import { type ResourceConsole, rowOf } from './console-resource.ts'
import { initialDraft } from './draft.ts'
import { type Values, writeValues } from './entry.ts'
import { FormFields } from './form-fields.tsx'
import { useTenantOf } from './form-tenant.tsx'
import { invalidate } from './invalidate.ts'
import { tellOutcome } from './outcome.ts'
import { DialogButtons } from './parts/dialog-buttons.tsx'
import { reach, type Selection, target } from './selection.ts'
import type { Deed } from './use-actions.ts'
import { useFieldsForm } from './use-fields-form.ts'
import { useReach } from './use-reach.ts'

export interface DeedGiven {
  readonly console: ResourceConsole
  readonly deed: Deed
  readonly on: Selection
  readonly onClose: () => void
  readonly onDone: () => void
}
interface ActionGiven extends DeedGiven {
  readonly action: ActionDefinition
}
const NO_FIELDS: Fields = {}
const NO_WIRE = {}

/** Sends the action (ids, or the filter it means) and lets the lists follow. */
const perform = async ({ console, deed, on, action }: ActionGiven, input: Values): Promise<unknown> => {
  const { resource } = console
  const values = writeValues(action.input ?? NO_FIELDS, input)
  const call =
    action.transition && on.kind === 'rows'
      ? transitionCall(resource, deed.name, [...on.rows.keys()])
      : { method: 'post' as const, path: actionPath(resource, deed.name), body: action.on === 'list' ? {} : target(on) }
  const answer = await api[call.method]<unknown>(call.path, { body: { ...call.body, ...values }, quiet: true })
  void invalidate(resource.name)
  return answer
}

/** The generated dialog of an action: its inputs, what it touches, and a button that says what it does. */
export const ActionDialog = (given: ActionGiven) => {
  const t = useT()
  const { action, deed, onClose } = given
  const { count, words } = useReach(given.console, given.on)
  const tenantId = useTenantOf(given.on)
  const idPrefix = useId()
  const fields = action.input ?? NO_FIELDS
  const start = useMemo(() => initialDraft(fields), [fields])
  const form = useFieldsForm(fields, 'create', start)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    let answer: unknown
    const done = await form.send(async (draft) => {
      answer = await perform(given, Object.fromEntries(form.shown.map((name) => [name, draft[name] ?? null])))
    })
    if (!done) return
    tellOutcome(answer, action.job ? [`${deed.label[0]}：已提交`, `${deed.label[1]}: submitted`] : ['操作成功!', 'Done'])
    given.onDone()
  }
  const [zh, en] = deed.label
  const leave = useLeave(form.changed, onClose)
  return (
    <Dialog
      title={t(deed.label)}
      onClose={leave}
      firm={form.sending}
      footer={
        <DialogButtons
          form={`${idPrefix}-form`}
          danger={action.danger === true}
          focus={action.input === undefined}
          busy={form.sending}
          onCancel={leave}
        >
          {action.on !== 'rows' ? t(deed.label) : t([`${zh} {n} 项`, `${en} {n}`], { n: count })}
        </DialogButtons>
      }
    >
      <form id={`${idPrefix}-form`} noValidate onSubmit={(event) => void send(event)}>
        {action.confirm && <p>{t(action.confirm)}</p>}
        {action.on !== 'list' && <p className="ll-r-reach">{t(['对象：{what}', 'Target: {what}'], { what: words })}</p>}
        <RowTenantContext value={tenantId}>
          <FormFields
            form={form}
            fields={fields}
            sections={[{ label: null, names: Object.keys(fields) }]}
            wire={NO_WIRE}
            idPrefix={idPrefix}
          />
        </RowTenantContext>
      </form>
    </Dialog>
  )
}

type Own = ComponentType<{
  rows: readonly unknown[]
  count: number
  filter: unknown
  submit: (input: Values) => Promise<unknown>
  close: () => void
}>

/** The slice's own dialog for a deed, if it has one. */
export const ownDialogOf = ({ console, deed }: DeedGiven): Own | undefined =>
  (console.ui.actions as Readonly<Record<string, Own>> | undefined)?.[deed.name]

export const OwnDialog = ({ Own, ...given }: ActionGiven & { readonly Own: Own }) => {
  const { on } = given
  return (
    <Own
      rows={on.kind === 'rows' ? [...on.rows.values()].map(rowOf) : []}
      count={reach(on)}
      filter={on.kind === 'filter' ? on.filter : null}
      submit={(input) => perform(given, input)}
      close={given.onClose}
    />
  )
}
