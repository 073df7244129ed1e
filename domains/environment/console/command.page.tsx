import { api, confirm, notify, PageHeader, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { FormFields, initialDraft, useFieldsForm } from '@lamplight/console-kit/form'
import { FieldsHost, invalidate } from '@lamplight/console-kit/resource'
import { AffectedDevices, CommandProgress } from '@lamplight/control/console'
import { f } from '@lamplight/fields/model'
import type { Fields, Text } from '@lamplight/kit'
import { type FormEvent, Suspense, useId, useMemo, useState } from 'react'
import { COMMAND_TYPES, type CommandType, FULL_FROM, TILTED_FROM } from '../model/command-types.ts'
import './environment.css'
import { reportingCommands, tiltAlarm } from '../model/command-types.ts'
import { trashCommand } from '../model/pages.ts'
import { trashType } from '../model/trash.device.ts'
import { wellType } from '../model/well.device.ts'
import { M } from './environment.messages.ts'
import { FACILITIES, type FacilityName } from './facility.ts'
import { FacilityRecords } from './facility-records.tsx'
import { useChosenKind } from './overview.page.tsx'

const { read, interval, reboot } = reportingCommands
const typesOf = (threshold: Text, open: Text, close: Text): Readonly<Record<number, Text>> => ({
  1: read.label,
  2: interval.label,
  3: threshold,
  4: open,
  5: close,
  6: reboot.label,
  7: tiltAlarm.label,
})
const { 0: toLock, 1: toUnlock } = wellType.commands.lock.input.open.options.values
const TYPES: Readonly<Record<FacilityName, Readonly<Record<number, Text>>>> = {
  trash: typesOf(trashType.commands.threshold.label, ['打开桶盖', 'Open the lid'], ['关闭桶盖', 'Close the lid']),
  well: typesOf(wellType.commands.threshold.label, toUnlock, toLock),
}
const NO_WIRE = {}

const fieldsOf = (name: FacilityName): Fields => ({
  [`${name}Ids`]: f.refs(FACILITIES[name].resource, { label: M.devices, required: true }),
  commandType: f.choice(TYPES[name], { label: M.commandType, required: true, initial: 1 }),
  minutes: f.int({ label: M.interval, unit: 'min', min: 1, max: 1440, required: true, initial: 15, when: { commandType: { eq: 2 } } }),
  percent: f.int({ label: M.percent, unit: '%', min: 1, max: 100, required: true, initial: FULL_FROM, when: { commandType: { eq: 3 } } }),
  degrees: f.int({ label: M.degrees, unit: '°', min: 1, max: 90, required: true, initial: TILTED_FROM, when: { commandType: { eq: 7 } } }),
})

/** Form that sends a command code to the chosen devices. */
const CommandForm = ({ name }: { readonly name: FacilityName }) => {
  const t = useT()
  const { number } = useFormat()
  const idPrefix = useId()
  const [batchId, setBatchId] = useState<string | null>(null)
  const fields = useMemo(() => fieldsOf(name), [name])
  const start = useMemo(() => initialDraft(fields), [fields])
  const form = useFieldsForm(fields, 'create', start)
  const key = `${name}Ids`
  const ids = (form.draft[key] as readonly string[] | null | undefined) ?? []
  const code = form.draft.commandType as keyof typeof COMMAND_TYPES
  const what = t(TYPES[name][code] ?? M.command)
  const n = number(ids.length)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const text = (
      <Suspense>
        <AffectedDevices deviceType={FACILITIES[name].type} ids={ids} />
      </Suspense>
    )
    const ask = { title: t(M.sendTitle, { what }), text, ok: t(M.send, { n }), danger: code === 6 }
    if (ids.length > 0 && !(await confirm(ask))) return
    await form.send(async (draft) => {
      const { parameter }: CommandType = COMMAND_TYPES[code]
      const body = { [key]: ids, commandType: code, ...(parameter && { commandParameter: draft[parameter] }) }
      const made = await api.post<{ batchId: string }>(`blade-device/${name}/batch/command`, { body, quiet: true })
      setBatchId(made.batchId)
      notify.success(M.done)
      void invalidate('control.batch')
    })
  }
  return (
    <form className="ll-env-command" noValidate onSubmit={(event) => void send(event)}>
      <FormFields form={form} fields={fields} sections={[{ label: null, names: Object.keys(fields) }]} wire={NO_WIRE} idPrefix={idPrefix} />
      <button type="submit" className="ll-button ll-button--primary" disabled={form.sending}>
        {ids.length > 0 ? t(M.send, { n }) : t(M.sendNone)}
      </button>
      {batchId && (
        <Suspense>
          <CommandProgress batchId={batchId} title={what} onClose={() => setBatchId(null)} />
        </Suspense>
      )}
    </form>
  )
}

/** Page that sends commands to bins and wells and lists the records (screen trash.command). */
export const CommandPage = () => {
  const t = useT()
  const { name, choice } = useChosenKind()
  const maySend = usePermission(`${FACILITIES[name].permission}_interval`)
  return (
    <FieldsHost>
      <div className="ll-r-page ll-env-page">
        <PageHeader title={t(trashCommand.label)} about={t(M.batchAbout)}>
          {choice}
        </PageHeader>
        {maySend && <CommandForm key={`form-${name}`} name={name} />}
        <h2>{t(M.records)}</h2>
        <FacilityRecords key={name} name={name} />
      </div>
    </FieldsHost>
  )
}
