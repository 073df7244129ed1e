import { api, Dialog, notify, useFormat, useT } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import type { Replacement } from '../../server/register/replacement.handler.ts'
import { DeviceStepDialog } from './device-step.dialog.tsx'
import '../devices.css'
import { D } from './maintenance.messages.ts'

/** Result of a replacement: what the new device took over, what it could not take over, and a button that undoes the replacement. */
const Outcome = ({ made, onClose }: { readonly made: Replacement; readonly onClose: () => void }) => {
  const t = useT()
  const { number } = useFormat()
  const [busy, setBusy] = useState(false)
  const undo = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.post('blade-device/deviceManage/replaceElectronics/undo', { body: { id: made.id } })
      notify.success(D.undone)
      void invalidate('devices.register')
      onClose()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t(D.replaced, { old: made.faultSn, sn: made.newSn })}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ll-button" disabled={busy} onClick={() => void undo()}>
            {t(D.undo)}
          </button>
          <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
            {t(D.close)}
          </button>
        </>
      }
    >
      <h3 className="ll-devices-heading">{t(D.followed)}</h3>
      <ul>
        {made.followed
          .filter(({ count }) => count > 0)
          .map(({ name, label, count }) => (
            <li key={name}>{`${label} ${number(count)}`}</li>
          ))}
      </ul>
      {made.left.length === 0 ? (
        <p>{t(D.nothingLeft)}</p>
      ) : (
        <>
          <h3 className="ll-devices-heading">{t(D.left)}</h3>
          <ul>
            {made.left.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

/** Dialog that replaces the device `sn` by another of its type, shows the result, and can undo the replacement. */
export const ReplaceDialog = ({ sn, onClose }: { readonly sn: string; readonly onClose: (done: boolean) => void }) => {
  const t = useT()
  const [newSn, setNewSn] = useState('')
  const [made, setMade] = useState<Replacement | null>(null)
  if (made) return <Outcome made={made} onClose={() => onClose(true)} />
  return (
    <DeviceStepDialog<Replacement>
      title={t(D.replaceTitle, { sn })}
      text={t(D.replaceText)}
      ok={t(D.replace)}
      path="replaceElectronics"
      body={() => (newSn.trim() ? { faultSn: sn, newSn: newSn.trim() } : t(D.needSn))}
      onDone={setMade}
      onClose={() => onClose(false)}
    >
      {(form, wrong) => (
        <>
          <label className="ll-devices-label" htmlFor={`${form}-sn`}>
            {t(D.newSn)}
          </label>
          <input
            id={`${form}-sn`}
            className="ll-f-input"
            data-autofocus
            maxLength={64}
            aria-describedby={`${form}-hint`}
            aria-invalid={wrong !== ''}
            value={newSn}
            onChange={(event) => setNewSn(event.target.value)}
          />
          <p id={`${form}-hint`} className="ll-devices-note">
            {t(D.newSnHint)}
          </p>
        </>
      )}
    </DeviceStepDialog>
  )
}
