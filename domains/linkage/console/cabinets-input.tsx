import { useT } from '@lamplight/console-kit'
import { FieldsDialog } from '@lamplight/console-kit/form'
import { type ActionDialogProps, type FieldInputProps, showOutcome } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { viewOf } from '@lamplight/fields/view'
import { useMemo } from 'react'
import type { alarmConfig } from '../model/alarm-config.resource.ts'
import { boxStrategy } from '../model/box-strategy.resource.ts'
import { M } from './linkage.messages.ts'

/** A field for cabinets of the product of a box template: other cabinets do not have its interfaces, and the server refuses them. */
export const cabinetsOf = (productId: string, required: boolean) =>
  f.refs('roadcabinets.cabinet', { label: M.cabinetIds, ...(required && { required }), only: { productId } })
const NO_WIRE = {}

/** Chooses the acting cabinets of an alarm linkage, after its box template. */
export const CabinetsInput = ({ id, value, onChange, draft, invalid }: FieldInputProps<typeof alarmConfig, 'cabinetIds'>) => {
  const t = useT()
  const template = draft.boxTemplateId
  const field = useMemo(() => cabinetsOf(template ?? '', false), [template])
  if (!template) return <span className="ll-f-none">{t(M.chooseBox)}</span>
  const { Input } = viewOf(field)
  return (
    <Input
      key={template}
      id={id}
      invalid={invalid}
      value={value}
      name="cabinetIds"
      options={field.options}
      wire={NO_WIRE}
      disabled={false}
      describedBy={undefined}
      onBlur={() => undefined}
      onChange={(next) => onChange(next as readonly string[] | null)}
    />
  )
}

/** Binds a box strategy to cabinets of its box template. */
export const SendToCabinets = ({ rows, submit, close }: ActionDialogProps<typeof boxStrategy, { deviceIds: readonly string[] }>) => {
  const t = useT()
  const [row] = rows
  const fields = useMemo(() => ({ deviceIds: cabinetsOf(row?.boxTemplateId ?? '', true) }), [row])
  const { label } = boxStrategy.actions.set
  return (
    <FieldsDialog
      title={`${t(label)} · ${row?.name ?? ''}`}
      fields={fields}
      button={t(label)}
      onSend={async ({ deviceIds }) => {
        showOutcome(await submit({ deviceIds: deviceIds as readonly string[] }), label)
        close()
      }}
      onClose={close}
    />
  )
}
