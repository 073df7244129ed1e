import { type AnswerOf, api, confirm, Empty, notify, PageHeader, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { FormFields, initialDraft, useFieldsForm } from '@lamplight/console-kit/form'
import { FieldsHost, invalidate } from '@lamplight/console-kit/resource'
import { AffectedPreview, CommandProgress } from '@lamplight/control/console'
import { Select } from '@lamplight/devices/console'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useId, useMemo, useState } from 'react'
import type { boxAffected, boxSend, boxTemplates } from '../server/box.handler.ts'
import { InterfaceSelect, InterfaceValue } from './box-rows-input.tsx'
import { cabinetsOf } from './cabinets-input.tsx'
import './linkage.css'
import { M } from './linkage.messages.ts'
import { useInterfaces } from './use-linkage.ts'

const fieldsOf = (productId: string) => ({ ids: cabinetsOf(productId, true) })
const NO_WIRE = {}

interface BoxTarget {
  readonly boxTemplateId: string
  readonly interfaceId: string
  readonly ids: readonly string[]
}
/** The cabinets that were chosen, and the units that the command reaches. */
const AffectedCabinets = ({ target }: { readonly target: BoxTarget }) => {
  const t = useT()
  const { number } = useFormat()
  const { data, isError } = useQuery({
    queryKey: ['linkage', 'boxAffected', target],
    queryFn: ({ signal }) =>
      api.post<AnswerOf<typeof boxAffected>>('blade-strategy/boxcontrol/reach', { body: target, signal, quiet: true }),
    retry: false,
  })
  return (
    <Suspense>
      <p>{t(M.sendText, { n: number(target.ids.length) })}</p>
      <AffectedPreview preview={data} isFailed={isError} deviceType={data?.deviceType ?? null} />
    </Suspense>
  )
}

interface Templates {
  readonly templates: readonly { readonly id: string; readonly name: string }[]
}
/** Form that switches an interface of cabinets. Choosing another template clears the form. */
const ControlForm = ({ templates }: Templates) => {
  const [template, setTemplate] = useState(templates[0]?.id ?? '')
  return <TemplateForm key={template} templates={templates} template={template} onTemplate={setTemplate} />
}
const TemplateForm = ({
  templates,
  template,
  onTemplate,
}: Templates & { readonly template: string; readonly onTemplate: (id: string) => void }) => {
  const t = useT()
  const id = useId()
  const interfaces = useInterfaces(template)
  const [wanted, setWanted] = useState('')
  const [value, setValue] = useState('1')
  const [batchId, setBatchId] = useState<string | null>(null)
  const chosen = interfaces.find(({ interfaceId }) => interfaceId === wanted) ?? interfaces[0]
  const fields = useMemo(() => fieldsOf(template), [template])
  const start = useMemo(() => initialDraft(fields), [fields])
  const form = useFieldsForm(fields, 'create', start)
  const ids = (form.draft.ids as readonly string[] | null | undefined) ?? []
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!chosen) return
    const target = { boxTemplateId: template, interfaceId: chosen.interfaceId, ids }
    const ask = { title: t(M.sendTitle, { what: chosen.name }), text: <AffectedCabinets target={target} />, ok: t(M.send) }
    if (ids.length > 0 && !(await confirm(ask))) return
    await form.send(async () => {
      const made = await api.post<AnswerOf<typeof boxSend>>('blade-strategy/boxcontrol/send', { body: { ...target, value }, quiet: true })
      setBatchId(made.batchId)
      notify.success(M.done)
      void invalidate('control.batch')
    })
  }
  return (
    <form className="ll-linkage-box" noValidate onSubmit={(event) => void send(event)}>
      <label htmlFor={`${id}-template`}>{t(M.boxTemplateId)}</label>
      <Select
        id={`${id}-template`}
        invalid={false}
        value={template}
        entries={templates.map((one) => [one.id, one.name] as const)}
        onChange={(next) => onTemplate(next ?? '')}
      />
      <label htmlFor={`${id}-interface`}>{t(M.interface)}</label>
      <InterfaceSelect
        id={`${id}-interface`}
        invalid={false}
        interfaces={interfaces}
        value={chosen?.interfaceId ?? ''}
        onChange={setWanted}
      />
      <label htmlFor={`${id}-value`}>{t(M.value)}</label>
      <InterfaceValue id={`${id}-value`} value={value} onOff={chosen?.onOff !== 0} onChange={setValue} />
      <FormFields form={form} fields={fields} sections={[{ label: null, names: ['ids'] }]} wire={NO_WIRE} idPrefix={id} />
      <button type="submit" className="ll-button ll-button--primary" disabled={form.sending || !chosen}>
        {t(M.send)}
      </button>
      {batchId && (
        <Suspense>
          <CommandProgress batchId={batchId} title={chosen?.name ?? t(M.box)} onClose={() => setBatchId(null)} />
        </Suspense>
      )}
    </form>
  )
}

/** Page of box control (screen cab.box). */
export const BoxControlPage = () => {
  const t = useT()
  const maySend = usePermission('typed_device_send')
  const templates = useQuery({
    queryKey: ['linkage', 'boxes'],
    queryFn: ({ signal }) => api.get<typeof boxTemplates>('blade-strategy/boxtemplate/getAll', {}, { signal, quiet: true }),
  })
  return (
    <FieldsHost>
      <div className="ll-r-page ll-linkage-page">
        <PageHeader title={t(M.box)} about={t(M.boxAbout)} />
        {!maySend && <Empty title={t(M.mayNotSend)} text={t(M.mayNotSendText)} />}
        {maySend && templates.data?.length === 0 && <Empty text={t(M.noBoxes)} />}
        {maySend && templates.data && templates.data.length > 0 && <ControlForm templates={templates.data} />}
      </div>
    </FieldsHost>
  )
}
