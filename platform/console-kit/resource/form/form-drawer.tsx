import { RowTenantContext } from '@lamplight/fields/view'
import { inSentence } from '@lamplight/kit'
import { type FormEvent, Suspense, useCallback, useEffect, useId, useMemo } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { notify } from '../../notify/notify.ts'
import { api } from '../../session/session.ts'
import { useLeave } from '../../widgets/use-leave.ts'
import { writeCall } from '../calls.ts'
import type { ResourceConsole } from '../console-resource.ts'
import { useFixedParams } from '../fixed-params.ts'
import { invalidate } from '../invalidate.ts'
import { LoadError, RowsSkeleton } from '../list/list-states.tsx'
import { DialogButtons } from '../parts/dialog-buttons.tsx'
import { Drawer } from '../parts/drawer.tsx'
import { initialDraft, type Mode, requiredIn, sectionsOf, writable } from './draft.ts'
import { type Entry, titleOf, wireName, writeValues } from './entry.ts'
import { FormFields, type FormProps } from './form-fields.tsx'
import { TenantField, tenantBound, useRowTenant } from './form-tenant.tsx'
import { useEntry } from './use-entry.ts'
import { type FieldsForm, useFieldsForm } from './use-fields-form.ts'
import { useOnlyPlaces } from './use-only-places.ts'

interface Props {
  readonly console: ResourceConsole
  readonly mode: Mode
  readonly entry: Entry | null
  readonly onChanged: (changed: boolean) => void
  readonly onClose: () => void
}

const useTitle = ({ resource }: ResourceConsole, mode: Mode): string => {
  const t = useT()
  const [zh, en] = resource.label
  return mode === 'create' ? t([`新增${zh}`, `New ${inSentence(en)}`]) : t([`编辑${zh}`, `Edit ${inSentence(en)}`])
}

/** Focuses the first faulty field after a refused submit. */
const useFocusWrong = (form: FieldsForm, idPrefix: string): void => {
  const first = Object.keys(form.errors)[0]
  useEffect(() => {
    if (form.refusals > 0 && first) document.getElementById(`${idPrefix}-${first}`)?.focus()
    // the focus moves only after a refusal, not when a field is checked on leaving it
  }, [form.refusals])
}

const Form = ({ console, mode, entry, onChanged, onClose }: Props) => {
  const t = useT()
  const { resource } = console
  const { formTop: FormTop, formEnd: FormEnd } = console.ui.slots ?? {}
  const idPrefix = useId()
  const fixed = useFixedParams()
  const fields = useMemo(
    // The page sends the values of fixed parameters; its form does not ask for them.
    () =>
      Object.fromEntries(
        Object.entries(requiredIn(resource, writable(resource.fields, mode), entry?.row)).filter(
          ([name]) => !(wireName(resource.fields, name) in fixed),
        ),
      ),
    [resource, mode, fixed, entry],
  )
  const places = useOnlyPlaces(resource, fields, entry === null)
  const start = useMemo(() => entry?.row ?? { ...initialDraft(fields), ...places }, [entry, fields, places])
  const isFree = useCallback(
    async (name: string, value: unknown): Promise<boolean> => {
      // Only texts have the call; a reference that is taken is refused when the form is sent.
      if (resource.fields[name]?.kind !== 'text') return true
      const wire = wireName(resource.fields, name)
      const query = { [wire]: String(value), ...fixed, ...(entry && { id: entry.id }) }
      return api.get<boolean>(`${resource.api.base}/validate_${wire}`, query, { quiet: true })
    },
    [resource, entry, fixed],
  )
  const form = useFieldsForm(fields, mode, start, isFree)
  const call = writeCall(resource, mode === 'create')
  useEffect(() => onChanged(form.changed), [onChanged, form.changed])
  useFocusWrong(form, idPrefix)
  const tenant = useRowTenant(entry)
  const isChosen = tenant.id !== null && resource.form?.tenant === true
  const chooseTenant = (id: string | null): void => {
    tenant.choose(id)
    for (const name of tenantBound(fields)) form.set(name, null)
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!call || form.sending) return
    const done = await form.send(async (draft) => {
      const shown = Object.fromEntries(form.shown.map((name) => [name, draft[name] ?? null]))
      const whose = isChosen && !entry && { tenantId: tenant.id }
      const body = { ...writeValues(fields, shown), ...whose, ...fixed, ...(entry && { id: entry.id }) }
      await api[call.method](call.path, { body, quiet: true })
    })
    if (!done) return
    notify.success(mode === 'create' ? ['新增成功', 'Added'] : ['更新成功', 'Updated'])
    void invalidate(resource.name)
    onClose()
  }
  const leave = useLeave(form.changed, onClose)
  return (
    <Drawer
      title={useTitle(console, mode)}
      firm={form.sending}
      onClose={leave}
      footer={
        <DialogButtons form={`${idPrefix}-form`} busy={form.sending} onCancel={leave} note={entry ? titleOf(resource, entry) : undefined}>
          {t(['保存', 'Save'])}
        </DialogButtons>
      }
    >
      <form id={`${idPrefix}-form`} noValidate onSubmit={(event) => void submit(event)}>
        {FormTop && (
          <Suspense>
            <FormTop />
          </Suspense>
        )}
        <RowTenantContext value={tenant.id}>
          <FormFields
            form={form}
            fields={fields}
            sections={sectionsOf(resource, Object.keys(fields))}
            wire={entry?.wire ?? {}}
            inputs={console.ui.inputs as FormProps['inputs']}
            idPrefix={idPrefix}
          >
            {isChosen && (
              <TenantField id={`${idPrefix}-tenantId`} chosen={tenant.id ?? ''} fixed={entry !== null} onChange={chooseTenant} />
            )}
          </FormFields>
        </RowTenantContext>
        {FormEnd && <FormEnd draft={form.draft} wire={entry?.wire ?? {}} id={entry?.id ?? null} tenantId={tenant.id} />}
      </form>
    </Drawer>
  )
}

/** The form in a drawer over its page, with its own address: `?create=1` or `?edit=id`. */
export const FormDrawer = ({ id, ...props }: Omit<Props, 'mode' | 'entry'> & { readonly id: string | null }) => {
  const { console, onClose } = props
  const entry = useEntry(console, id)
  const title = useTitle(console, 'edit')
  if (id === null) return <Form {...props} mode="create" entry={null} />
  if (entry.data) return <Form {...props} key={id} mode="edit" entry={entry.data} />
  return (
    <Drawer title={title} onClose={onClose}>
      {entry.isError ? (
        <LoadError error={entry.error} at={0} onRetry={() => void entry.refetch()} />
      ) : (
        <RowsSkeleton rows={8} cards={false} />
      )}
    </Drawer>
  )
}
