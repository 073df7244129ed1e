import { api, Dialog, useFormat, useT } from '@lamplight/console-kit'
import { DialogButtons, invalidate, tellOutcome } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { viewOf } from '@lamplight/fields/view'
import { type FormEvent, useId, useState } from 'react'
import './devices.css'
import { R } from './register.messages.ts'

const TARGETS = {
  area: { path: 'moveArea', field: f.ref('places.area', { label: R.area }) },
  project: { path: 'moveProject', field: f.ref('places.project', { label: R.project }) },
} as const
type Target = keyof typeof TARGETS

/** Dialog that moves devices of any type to another area or project. */
export const RegisterMoveDialog = ({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: (moved: boolean) => void }) => {
  const t = useT()
  const { number } = useFormat()
  const form = useId()
  const [to, setTo] = useState<Target>('area')
  const [target, setTarget] = useState<string | null>(null)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const { path, field } = TARGETS[to]
  const { Input } = viewOf(field)
  const n = number(ids.length)
  const move = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!target) return setWrong(t(R.needTarget))
    setBusy(true)
    try {
      const answer = await api.post(`blade-device/deviceManage/${path}`, { body: { ids, [`${to}Id`]: target }, quiet: true })
      tellOutcome(answer, [R.moved[0].replace('{n}', n), R.moved[1].replace('{n}', n)])
      void invalidate('devices.register')
      onClose(true)
    } catch (thrown) {
      setWrong((thrown as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t(R.moveTitle, { n })}
      firm={busy}
      onClose={() => onClose(false)}
      footer={
        <DialogButtons form={form} busy={busy} onCancel={() => onClose(false)}>
          {t(R.moveN, { n })}
        </DialogButtons>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void move(event)}>
        <p className="ll-devices-note">{t(R.moveText)}</p>
        <label className="ll-devices-label" htmlFor={`${form}-to`}>
          {t(R.moveTo)}
        </label>
        <select
          id={`${form}-to`}
          className="ll-f-input"
          value={to}
          onChange={(event) => {
            setTo(event.target.value as Target)
            setTarget(null)
            setWrong('')
          }}
        >
          {(Object.keys(TARGETS) as Target[]).map((one) => (
            <option key={one} value={one}>
              {t(TARGETS[one].field.options.label)}
            </option>
          ))}
        </select>
        <label className="ll-devices-label" htmlFor={`${form}-target`}>
          {t(field.options.label)}
        </label>
        <Input
          key={to}
          id={`${form}-target`}
          name="target"
          options={field.options}
          value={target}
          wire={{}}
          invalid={wrong !== ''}
          onChange={(value: unknown) => {
            setTarget((value as string | null) || null)
            setWrong('')
          }}
        />
        {wrong && (
          <p className="ll-r-field-error" role="alert">
            {wrong}
          </p>
        )}
      </form>
    </Dialog>
  )
}
