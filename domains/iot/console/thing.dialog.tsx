import { api, Dialog, notify, useT } from '@lamplight/console-kit'
import { DialogButtons } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { viewOf } from '@lamplight/fields/view'
import { type FormEvent, useId, useState } from 'react'
import './iot.css'
import { thing as things } from '../model/thing.listing.ts'
import { M } from './iot.messages.ts'
import type { Thing } from './thing-row.ts'

const FIELDS = {
  name: f.text({ label: M.name, max: 80 }),
  location: f.geo({ label: M.location }),
  remark: f.text({ label: M.remark, max: 255, multiline: true }),
} as const
interface Draft {
  readonly name: string | null
  readonly location: { readonly lng: number; readonly lat: number } | null
  readonly remark: string | null
}
const draftOf = ({ name = null, remark = null, longitude, latitude }: Thing): Draft => ({
  name,
  remark,
  location: longitude && latitude ? { lng: Number(longitude), lat: Number(latitude) } : null,
})

/** Dialog that changes name, location and remark of a thing. */
export const ThingDialog = ({ thing, onClose }: { readonly thing: Thing; readonly onClose: (saved: boolean) => void }) => {
  const t = useT()
  const form = useId()
  const [draft, setDraft] = useState(() => draftOf(thing))
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      const { name, remark, location } = draft
      const body = {
        id: thing.id,
        name: name ?? '',
        remark: remark ?? '',
        longitude: location ? String(location.lng) : '',
        latitude: location ? String(location.lat) : '',
      }
      await api.post(`${things.api.base}/edit`, { body, quiet: true })
      notify.success(M.saved)
      onClose(true)
    } catch (thrown) {
      setWrong((thrown as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t(M.editTitle, { name: thing.name || thing.sn || '' })}
      firm={busy}
      onClose={() => onClose(false)}
      footer={
        <DialogButtons form={form} busy={busy} onCancel={() => onClose(false)}>
          {t(M.save)}
        </DialogButtons>
      }
    >
      <form id={form} className="ll-iot-form" noValidate onSubmit={(event) => void save(event)}>
        {(Object.keys(FIELDS) as (keyof Draft)[]).map((name) => {
          const { Input } = viewOf(FIELDS[name])
          return (
            <div key={name} className="ll-iot-field">
              <label htmlFor={`${form}-${name}`}>{t(FIELDS[name].options.label)}</label>
              <Input
                id={`${form}-${name}`}
                name={name}
                options={FIELDS[name].options}
                value={draft[name]}
                wire={{}}
                invalid={wrong !== ''}
                onChange={(value: unknown) => {
                  setDraft((old) => ({ ...old, [name]: value }))
                  setWrong('')
                }}
              />
            </div>
          )
        })}
        {wrong && (
          <p className="ll-r-field-error" role="alert">
            {wrong}
          </p>
        )}
      </form>
    </Dialog>
  )
}
