import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { api } from '../session/session.ts'
import { useUnsaved } from '../tabs/use-tab.ts'
import { detailCall, writeCall } from './calls.ts'
import { initialDraft, type Mode, sectionsOf, writable } from './draft.ts'
import { type Entry, readEntry, titleOf, type Wire, writeValues } from './entry.ts'
import { FormFields, type FormGiven } from './form-fields.tsx'
import { invalidate } from './invalidate.ts'
import { LoadError, Skeleton } from './list-states.tsx'
import type { ResourceConsole } from './on-console.ts'
import { Panel } from './parts/panel.tsx'
import { useFieldsForm } from './use-fields-form.ts'

/** The row behind `id`, fresh from the server; nothing is asked for a new one. */
export const useEntry = (console: ResourceConsole, id: string | null) => {
  const { resource } = console
  const call = id === null ? null : detailCall(resource, id)
  return useQuery({
    queryKey: [resource.name, 'detail', id],
    queryFn: async ({ signal }): Promise<Entry> =>
      readEntry(resource, await api.get<Wire>(call?.path ?? '', call?.query, { signal, quiet: true })),
    enabled: call !== null,
    placeholderData: undefined,
  })
}

const Form = ({ console, mode, entry, onClose }: { console: ResourceConsole; mode: Mode; entry: Entry | null; onClose: () => void }) => {
  const t = useT()
  const { resource } = console
  const idPrefix = useId()
  const fields = useMemo(() => writable(resource.fields, mode), [resource, mode])
  const start = useMemo(() => entry?.row ?? initialDraft(fields), [entry, fields])
  const form = useFieldsForm(fields, mode, start)
  const [asking, setAsking] = useState(false)
  const [zh, en] = resource.label
  const call = writeCall(resource, mode === 'create')
  useUnsaved(form.changed)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!call || form.sending) return
    const done = await form.send(async (draft) => {
      const shown = Object.fromEntries(form.shown.map((name) => [name, draft[name] ?? null]))
      const body = { ...writeValues(fields, shown), ...(entry && { id: entry.id }) }
      await api[call.method](call.path, { body, quiet: true })
    })
    if (!done) return
    notify.success(mode === 'create' ? ['新增成功', 'Added'] : ['更新成功', 'Updated'])
    form.forget()
    void invalidate(resource.name)
    onClose()
  }
  const leave = (): void => (form.changed ? setAsking(true) : onClose())
  const firstWrong = Object.keys(form.errors)[0]
  useEffect(() => {
    if (firstWrong && !form.sending) document.getElementById(`${idPrefix}-${firstWrong}`)?.focus()
    // only a refused submit moves the focus, not the check of a field that was just left
  }, [form.sending])

  return (
    <Panel
      kind="drawer"
      title={mode === 'create' ? t([`新增${zh}`, `New ${en.toLowerCase()}`]) : t([`编辑${zh}`, `Edit ${en.toLowerCase()}`])}
      onClose={leave}
      footer={
        <>
          <button
            type="submit"
            form={`${idPrefix}-form`}
            className="ll-button"
            data-look="primary"
            disabled={form.sending}
            data-busy={form.sending || undefined}
          >
            {t(['保存', 'Save'])}
          </button>
          <button type="button" className="ll-button" onClick={leave}>
            {t(['取消', 'Cancel'])}
          </button>
          {entry && <span className="ll-panel-note">{titleOf(resource, entry)}</span>}
        </>
      }
    >
      <form id={`${idPrefix}-form`} noValidate onSubmit={(event) => void submit(event)}>
        <FormFields
          form={form}
          fields={fields}
          sections={sectionsOf(resource, Object.keys(fields))}
          wire={entry?.wire ?? {}}
          inputs={console.ui.inputs as FormGiven['inputs']}
          idPrefix={idPrefix}
        />
      </form>
      {asking && (
        <Panel
          kind="dialog"
          title={t(['放弃修改?', 'Discard the changes?'])}
          onClose={() => setAsking(false)}
          footer={
            <>
              <button type="button" className="ll-button" data-look="primary" data-autofocus onClick={() => setAsking(false)}>
                {t(['继续编辑', 'Keep editing'])}
              </button>
              <button type="button" className="ll-button" data-danger onClick={onClose}>
                {t(['放弃修改', 'Discard'])}
              </button>
            </>
          }
        >
          <p>{t(['有修改尚未保存，离开后将丢失', 'There are changes that are not saved; leaving loses them'])}</p>
        </Panel>
      )}
    </Panel>
  )
}

/** The form over its list, with its own address: `?create=1` or `?edit=id`. */
export const FormDrawer = ({ console, id, onClose }: { console: ResourceConsole; id: string | null; onClose: () => void }) => {
  const t = useT()
  const entry = useEntry(console, id)
  if (id === null) return <Form console={console} mode="create" entry={null} onClose={onClose} />
  if (entry.data) return <Form key={id} console={console} mode="edit" entry={entry.data} onClose={onClose} />
  return (
    <Panel
      kind="drawer"
      title={t([`编辑${console.resource.label[0]}`, `Edit ${console.resource.label[1].toLowerCase()}`])}
      onClose={onClose}
    >
      {entry.isError ? <LoadError error={entry.error} at={0} onRetry={() => void entry.refetch()} /> : <Skeleton rows={8} cards={false} />}
    </Panel>
  )
}
