import { api, confirm, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { invalidate, ReasonButton, showOutcome } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { DiagnosisDialog } from '../records/diagnosis.dialog.tsx'
import { D } from './maintenance.messages.ts'
import { R } from './register.messages.ts'
import { BindDialog, RegisterMoveDialog, UninstallDialog } from './register-move.dialog.tsx'
import { ReplaceDialog } from './replace.dialog.tsx'
import type { Registered } from './use-register.ts'

/** Limit of one diagnosis, because the dialog lists the checks of each device. */
const DIAGNOSED_AT_MOST = 50
type Step = 'diagnose' | 'move' | 'bind' | 'replace' | 'uninstall'

interface Props {
  readonly rows: ReadonlyMap<string, Registered>
  /** Called when an action has changed the rows. */
  readonly onDone: () => void
}

/** Actions for the chosen devices of the register. The devices may have different types. */
export const RegisterActions = ({ rows, onDone }: Props) => {
  const t = useT()
  const { number } = useFormat()
  const mayEdit = usePermission('controller_edit')
  const mayReplace = usePermission('device_replace')
  const mayActivate = usePermission('controller_activated')
  const [step, setStep] = useState<Step | null>(null)
  const ids = [...rows.keys()]
  const n = number(rows.size)
  const [only] = rows.values()
  const closed = (done: boolean): void => {
    setStep(null)
    if (done) onDone()
  }
  const activate = async (activated: 0 | 1): Promise<void> => {
    const ask = { title: t(R.deactivateAsk, { n }), text: t(R.deactivateText), ok: t(R.deactivateN, { n }), danger: true }
    if (activated === 0 && !(await confirm(ask))) return
    const answer = await api.post('blade-device/device/devPloy/batch', { body: { ids, activated } })
    const said = activated === 1 ? R.activated : R.deactivated
    showOutcome(answer, [said[0].replace('{n}', n), said[1].replace('{n}', n)])
    void invalidate('devices.register')
    onDone()
  }
  const steps: readonly (readonly [Step, string, boolean])[] = [
    ['diagnose', t(D.diagnoseN, { n }), true],
    ['move', t(R.moveN, { n }), mayEdit],
    ['bind', t(D.bindN, { n }), mayEdit],
    ['replace', t(D.replace), mayReplace && rows.size === 1],
    ['uninstall', t(D.uninstallN, { n }), mayEdit],
  ]
  return (
    <>
      {steps
        .filter(([, , may]) => may)
        .map(([name, label]) => (
          <ReasonButton
            key={name}
            className="ll-r-link"
            data-danger={name === 'uninstall' ? '' : undefined}
            why={name === 'diagnose' && rows.size > DIAGNOSED_AT_MOST ? t(D.tooMany, { n: DIAGNOSED_AT_MOST }) : undefined}
            onClick={() => setStep(name)}
          >
            {label}
          </ReasonButton>
        ))}
      {mayActivate && (
        <>
          <button type="button" className="ll-r-link" onClick={() => void activate(1).catch(() => undefined)}>
            {t(R.activateN, { n })}
          </button>
          <button type="button" className="ll-r-link" data-danger onClick={() => void activate(0).catch(() => undefined)}>
            {t(R.deactivateN, { n })}
          </button>
        </>
      )}
      {step === 'diagnose' && <DiagnosisDialog ids={ids} onClose={() => setStep(null)} />}
      {step === 'move' && <RegisterMoveDialog ids={ids} onClose={closed} />}
      {step === 'bind' && <BindDialog ids={ids} onClose={closed} />}
      {step === 'uninstall' && <UninstallDialog ids={ids} onClose={closed} />}
      {step === 'replace' && only && <ReplaceDialog sn={only.sn} onClose={closed} />}
    </>
  )
}
