import { useFormat, useT } from '@lamplight/console-kit'
import { showOutcome } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { PlaceField, type Targets } from '../place-field.tsx'
import { DeviceStepDialog } from './device-step.dialog.tsx'
import { D } from './maintenance.messages.ts'
import { R } from './register.messages.ts'

interface Props {
  readonly ids: readonly string[]
  readonly onClose: (done: boolean) => void
}
const PLACES: Targets<'area' | 'project'> = {
  area: { to: 'places.area', label: R.areaId },
  project: { to: 'places.project', label: R.projectId },
}
const PARENTS: Targets<'gateway' | 'post'> = {
  gateway: { to: 'devices.gateway', label: D.gateway },
  post: { to: 'lighting.post', label: D.post },
}

/** Dialog that moves devices of any type to another area or project. */
export const RegisterMoveDialog = ({ ids, onClose }: Props) => {
  const t = useT()
  const { number } = useFormat()
  const [to, setTo] = useState<'area' | 'project'>('area')
  const [target, setTarget] = useState<string | null>(null)
  const n = number(ids.length)
  return (
    <DeviceStepDialog
      title={t(R.moveTitle, { n })}
      text={t(R.moveText)}
      ok={t(R.moveN, { n })}
      path={to === 'area' ? 'moveArea' : 'moveProject'}
      body={() => (target ? { ids, [`${to}Id`]: target } : t(R.needTarget))}
      onDone={(answer) => {
        showOutcome(answer, [R.moved[0].replace('{n}', n), R.moved[1].replace('{n}', n)])
        onClose(true)
      }}
      onClose={() => onClose(false)}
    >
      {(form, wrong) => (
        <PlaceField
          id={form}
          label={R.moveTo}
          targets={PLACES}
          kind={to}
          value={target}
          invalid={wrong !== ''}
          onChange={(kind, value) => {
            setTo(kind)
            setTarget(value)
          }}
        />
      )}
    </DeviceStepDialog>
  )
}

/** Dialog that binds devices to a gateway or a lamp post. */
export const BindDialog = ({ ids, onClose }: Props) => {
  const t = useT()
  const { number } = useFormat()
  const [to, setTo] = useState<'gateway' | 'post'>('gateway')
  const [target, setTarget] = useState<string | null>(null)
  const n = number(ids.length)
  return (
    <DeviceStepDialog
      title={t(D.bindTitle, { n })}
      text={t(D.bindText)}
      ok={t(D.bindN, { n })}
      path="bind"
      body={() => (target ? { ids, [to === 'gateway' ? 'gatewayId' : 'lampPostId']: target } : t(R.needTarget))}
      onDone={(answer) => {
        showOutcome(answer, [D.bound[0].replace('{n}', n), D.bound[1].replace('{n}', n)])
        onClose(true)
      }}
      onClose={() => onClose(false)}
    >
      {(form, wrong) => (
        <PlaceField
          id={form}
          label={D.bindTo}
          targets={PARENTS}
          kind={to}
          value={target}
          invalid={wrong !== ''}
          onChange={(kind, value) => {
            setTo(kind)
            setTarget(value)
          }}
        />
      )}
    </DeviceStepDialog>
  )
}

/** Dialog that takes devices down and records the reason. */
export const UninstallDialog = ({ ids, onClose }: Props) => {
  const t = useT()
  const { number } = useFormat()
  const [reason, setReason] = useState('')
  const [scrap, setScrap] = useState(false)
  const n = number(ids.length)
  return (
    <DeviceStepDialog
      danger
      title={t(D.uninstallTitle, { n })}
      text={t(D.uninstallText)}
      ok={t(D.uninstallN, { n })}
      path="uninstall"
      body={() => ({ ids, ...(reason.trim() && { reason: reason.trim() }), ...(scrap && { scrap }) })}
      onDone={(answer) => {
        showOutcome(answer, [D.uninstalled[0].replace('{n}', n), D.uninstalled[1].replace('{n}', n)])
        onClose(true)
      }}
      onClose={() => onClose(false)}
    >
      {(form) => (
        <>
          <label className="ll-devices-label" htmlFor={`${form}-reason`}>
            {t(D.reason)}
          </label>
          <input
            id={`${form}-reason`}
            className="ll-f-input"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <label className="ll-check">
            <input type="checkbox" checked={scrap} onChange={(event) => setScrap(event.target.checked)} /> {t(D.scrap)}
          </label>
        </>
      )}
    </DeviceStepDialog>
  )
}
