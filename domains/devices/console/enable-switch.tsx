import { api, confirm, usePermission, useT } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { useState } from 'react'
import { typedDevice } from '../model/typed-device.resource.ts'
import { P } from './product.messages.ts'

interface Props {
  readonly value: unknown
  readonly row: { readonly id: string; readonly name?: unknown; readonly sn?: unknown }
}

/** Enables or disables a device: sends the opposite of the shown value (rule.device.enable). */
export const EnableSwitch = ({ value, row }: Props) => {
  const t = useT()
  const may = usePermission('typed_device_activated')
  const [busy, setBusy] = useState(false)
  const isOn = value === true
  const word = t(isOn ? P.enabled : P.disabled)
  if (!may) return <StateMark tone={isOn ? 'good' : 'neutral'}>{word}</StateMark>
  const flip = async (): Promise<void> => {
    const name = String(row.name || row.sn || '')
    if (isOn && !(await confirm({ title: t(P.disableTitle, { name }), text: t(P.disableText), ok: t(P.disable), danger: true }))) return
    setBusy(true)
    await api
      .post('blade-device/integrated_device/enable', { body: { id: row.id, enable: isOn ? 0 : 1 } })
      .then(() => invalidate(typedDevice.name))
      .catch(() => undefined)
    setBusy(false)
  }
  return (
    <button
      type="button"
      role="switch"
      className="ll-f-switch"
      aria-checked={isOn}
      aria-label={t(P.enable)}
      disabled={busy}
      onClick={(event) => {
        event.stopPropagation()
        void flip()
      }}
    >
      <span className="ll-f-switch-track" aria-hidden />
      <span>{word}</span>
    </button>
  )
}
