import { RowTenantContext } from '@lamplight/fields/view'
import type { ActionDefinition, Fields } from '@lamplight/kit'
import { type ComponentType, Suspense } from 'react'
import { useT } from '../i18n/use-t.ts'
import { api } from '../session/session.ts'
import { actionPath, transitionCall } from './calls.ts'
import { type ResourceConsole, rowOf } from './console-resource.ts'
import { type Values, writeValues } from './entry.ts'
import { FieldsDialog } from './fields-dialog.tsx'
import { useFixedParams } from './fixed-params.ts'
import { useTenantOf } from './form-tenant.tsx'
import { invalidate } from './invalidate.ts'
import type { Query } from './list-state.ts'
import { showOutcome } from './outcome.ts'
import { type Selection, selectedCount, target } from './selection.ts'
import type { PageAction } from './use-actions.ts'
import { useAffectedRows } from './use-affected-rows.ts'

export interface PageActionProps {
  readonly console: ResourceConsole
  readonly pageAction: PageAction
  readonly on: Selection
  readonly onClose: () => void
  readonly onDone: () => void
}
interface ActionProps extends PageActionProps {
  readonly action: ActionDefinition
}
const NO_FIELDS: Fields = {}

/** Sends the action with ids or a filter, and reloads the lists. */
const perform = async ({ console, pageAction, on, action }: ActionProps, input: Values, fixed: Query): Promise<unknown> => {
  const { resource } = console
  const values = writeValues(action.input ?? NO_FIELDS, input)
  const call =
    action.transition && on.kind === 'rows'
      ? transitionCall(resource, pageAction.name, [...on.rows.keys()], (id, field) => on.rows.get(id)?.row[field])
      : { method: 'post' as const, path: actionPath(resource, pageAction.name), body: action.on === 'list' ? {} : target(on) }
  const answer = await api[call.method]<unknown>(call.path, { body: { ...call.body, ...fixed, ...values }, quiet: true })
  void invalidate(resource.name)
  return answer
}

/** The generated dialog of an action: its inputs, the affected rows, and a button with the action's name. */
export const ActionDialog = (props: ActionProps) => {
  const t = useT()
  const { action, pageAction, onClose } = props
  const { count, words } = useAffectedRows(props.console, props.on)
  const tenantId = useTenantOf(props.on)
  const fixed = useFixedParams()
  const [zh, en] = pageAction.label
  return (
    <RowTenantContext value={tenantId}>
      <FieldsDialog
        title={t(pageAction.label)}
        fields={action.input ?? NO_FIELDS}
        danger={action.danger === true}
        focus={action.input === undefined}
        button={action.on !== 'rows' ? t(pageAction.label) : t([`${zh} {n} 项`, `${en} {n}`], { n: count })}
        onSend={async (values) => {
          const answer = await perform(props, values, fixed)
          showOutcome(answer, action.job ? [`${zh}：已提交`, `${en}: submitted`] : ['操作成功!', 'Done'])
          props.onDone()
        }}
        onClose={onClose}
        end={(draft) => <AffectedPart {...props} draft={draft} />}
      >
        {action.confirm && <p>{t(action.confirm)}</p>}
        {action.on !== 'list' && <p className="ll-r-reach">{t(['对象：{what}', 'Target: {what}'], { what: words })}</p>}
      </FieldsDialog>
    </RowTenantContext>
  )
}

type Affected = ComponentType<{ rows: readonly unknown[]; draft: Values }>

/** What the slice shows of what an action on selected rows affects. Rows of a filter are only counted. */
const AffectedPart = ({ console, pageAction, on, draft }: PageActionProps & { readonly draft: Values }) => {
  const Part = (console.ui.affected as Readonly<Record<string, Affected>> | undefined)?.[pageAction.name]
  if (!Part || on.kind !== 'rows') return null
  return (
    <Suspense>
      <Part rows={[...on.rows.values()].map(rowOf)} draft={draft} />
    </Suspense>
  )
}

type Own = ComponentType<{
  rows: readonly unknown[]
  count: number
  filter: unknown
  submit: (input: Values) => Promise<unknown>
  close: () => void
}>

/** Returns the slice's own dialog for an action, if it has one. */
export const ownDialogOf = ({ console, pageAction }: PageActionProps): Own | undefined =>
  (console.ui.actions as Readonly<Record<string, Own>> | undefined)?.[pageAction.name]

export const OwnDialog = ({ Own, ...props }: ActionProps & { readonly Own: Own }) => {
  const { on } = props
  const fixed = useFixedParams()
  return (
    <Own
      rows={on.kind === 'rows' ? [...on.rows.values()].map(rowOf) : []}
      count={selectedCount(on)}
      filter={on.kind === 'filter' ? on.filter : null}
      submit={(input) => perform(props, input, fixed)}
      close={props.onClose}
    />
  )
}
