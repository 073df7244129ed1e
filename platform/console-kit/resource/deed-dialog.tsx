import type { ActionDefinition } from '@lamplight/kit'
import { type ComponentType, type FormEvent, useId, useMemo, useState } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { api } from '../session/session.ts'
import { actionPath, removeCall } from './calls.ts'
import { initialDraft } from './draft.ts'
import { titleOf, type Values, writeValues } from './entry.ts'
import { FormFields } from './form-fields.tsx'
import { invalidate } from './invalidate.ts'
import { type ActionDialogGiven, type ResourceConsole, rowOf } from './on-console.ts'
import { Panel } from './parts/panel.tsx'
import { reach, type Selection, target } from './selection.ts'
import type { Deed } from './use-actions.ts'
import { useFieldsForm } from './use-fields-form.ts'

interface Given {
  readonly console: ResourceConsole
  readonly deed: Deed
  readonly on: Selection
  readonly onClose: () => void
  readonly onDone: () => void
}
/** Names shown of what an action touches; more are counted. */
const NAMED = 5
const NO_FIELDS = {}

const useReach = ({ console, on }: Given) => {
  const t = useT()
  const { number } = useFormat()
  const [zh, en] = console.resource.label
  const count = reach(on)
  const names = on.kind === 'rows' ? [...on.rows.values()].slice(0, NAMED).map((entry) => titleOf(console.resource, entry)) : []
  const more = count - names.length
  const words =
    names.length === 0
      ? t([`符合条件的全部 {n} 项${zh}`, `all {n} that match (${en.toLowerCase()})`], { n: number(count) })
      : names.join('、') + (more > 0 ? t([' 等 {n} 项', ' and {rest} more'], { n: number(count), rest: number(more) }) : '')
  return { count, words, number }
}

/** Deletion: names what goes and asks (rule.delete.confirm). */
const RemoveDialog = (given: Given) => {
  const t = useT()
  const { console, on, onClose, onDone } = given
  const { count, words, number } = useReach(given)
  const call = removeCall(console.resource)
  const none = useFieldsForm(NO_FIELDS, 'edit', NO_FIELDS)
  const idPrefix = useId()
  const [zh] = console.resource.label
  const remove = async (): Promise<void> => {
    if (!call || on.kind !== 'rows') return
    const done = await none.send(async () => {
      await api[call.method](call.path, { query: { ids: [...on.rows.keys()] }, quiet: true })
    })
    if (!done) return
    notify.success(['删除成功', 'Deleted'])
    void invalidate(console.resource.name)
    onDone()
  }
  return (
    <Panel
      kind="dialog"
      title={t(['确定将选择数据删除?', 'Delete the selected rows?'])}
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="ll-button"
            data-look="danger"
            data-autofocus
            disabled={none.sending}
            data-busy={none.sending || undefined}
            onClick={() => void remove()}
          >
            {t([`删除 {n} 项${zh}`, 'Delete {n}'], { n: number(count) })}
          </button>
          <button type="button" className="ll-button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
        </>
      }
    >
      <FormFields form={none} fields={NO_FIELDS} sections={[]} wire={NO_FIELDS} idPrefix={idPrefix} />
      <p>{t(['将删除：{what}', 'This deletes: {what}'], { what: words })}</p>
    </Panel>
  )
}

const useSubmit = ({ console, deed, on, onDone }: Given, action: ActionDefinition) => {
  const t = useT()
  return async (input: Values): Promise<unknown> => {
    const { resource } = console
    const where = action.on === 'list' ? {} : target(on)
    const body = { ...where, ...writeValues(action.input ?? {}, input) }
    const answer = await api.post<unknown>(actionPath(resource, deed.name), { body, quiet: true })
    notify.success(
      action.job
        ? t(['{what}：已提交，可在任务中查看进度', '{what}: submitted; follow it under tasks'], { what: t(deed.label) })
        : ['操作成功!', 'Done'],
    )
    void invalidate(resource.name)
    onDone()
    return answer
  }
}

/** The generated dialog of an action: its inputs, what it touches, and a button that says what it does. */
const ActionDialog = (given: Given & { readonly action: ActionDefinition }) => {
  const t = useT()
  const { action, deed, onClose } = given
  const { count, words, number } = useReach(given)
  const idPrefix = useId()
  const fields = action.input ?? NO_FIELDS
  const start = useMemo(() => initialDraft(fields), [fields])
  const form = useFieldsForm(fields, 'create', start)
  const submit = useSubmit(given, action)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await form.send(async (draft) => {
      await submit(Object.fromEntries(form.shown.map((name) => [name, draft[name] ?? null])))
    })
  }
  const [zh, en] = deed.label
  const button = action.on === 'list' ? t(deed.label) : t([`${zh} {n} 项`, `${en} {n}`], { n: number(count) })
  return (
    <Panel
      kind="dialog"
      title={t(deed.label)}
      onClose={onClose}
      footer={
        <>
          <button
            type="submit"
            form={`${idPrefix}-form`}
            className="ll-button"
            data-look={action.danger ? 'danger' : 'primary'}
            data-autofocus={action.input ? undefined : true}
            disabled={form.sending}
            data-busy={form.sending || undefined}
          >
            {button}
          </button>
          <button type="button" className="ll-button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
        </>
      }
    >
      <form id={`${idPrefix}-form`} noValidate onSubmit={(event) => void send(event)}>
        {action.confirm && <p>{t(action.confirm)}</p>}
        {action.on !== 'list' && <p className="ll-reach">{t(['对象：{what}', 'On: {what}'], { what: words })}</p>}
        <FormFields
          form={form}
          fields={fields}
          sections={[{ label: null, names: Object.keys(fields) }]}
          wire={NO_FIELDS}
          idPrefix={idPrefix}
        />
      </form>
    </Panel>
  )
}

/** What an action asks before it is done: the slice's own dialog, or the generated one. */
export const DeedDialog = (given: Given) => {
  const { console, deed, on, onClose } = given
  const action = deed.action
  const [own] = useState(
    () => (console.ui.actions as Readonly<Record<string, ComponentType<ActionDialogGiven<never, never>>>> | undefined)?.[deed.name],
  )
  if (!action) return <RemoveDialog {...given} />
  if (own)
    return (
      <OwnDialog
        {...given}
        action={action}
        Own={own as unknown as ComponentType<ActionDialogGiven<never, Values>>}
        on={on}
        onClose={onClose}
      />
    )
  return <ActionDialog {...given} action={action} />
}

const OwnDialog = (given: Given & { readonly action: ActionDefinition; readonly Own: ComponentType<ActionDialogGiven<never, Values>> }) => {
  const submit = useSubmit(given, given.action)
  const { on, Own } = given
  return (
    <Own
      rows={(on.kind === 'rows' ? [...on.rows.values()].map(rowOf) : []) as never}
      count={reach(on)}
      filter={on.kind === 'filter' ? on.filter : null}
      submit={submit}
      close={given.onClose}
    />
  )
}
