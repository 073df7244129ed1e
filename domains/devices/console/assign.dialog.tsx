import { Dialog, useFormat, useT } from '@lamplight/console-kit'
import { DialogButtons, showOutcome } from '@lamplight/console-kit/resource'
import { Picker } from '@lamplight/fields/view'
import { type FormEvent, useId, useState } from 'react'
import './devices.css'
import { M } from './devices.messages.ts'
import { SignInFacts } from './sign-ins.tsx'
import { useTenants } from './use-tenants.ts'

/** Assigns gateways to a tenant chosen by name. For a single gateway it also shows its sign-ins and accepts its claim code. */
export const AssignDialog = ({
  rows,
  submit,
  close,
}: {
  readonly rows: readonly { readonly sn: string }[]
  readonly submit: (input: { tenantId: string; claimCode?: string }) => Promise<unknown>
  readonly close: () => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const id = useId()
  const tenants = useTenants()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const [claimCode, setClaimCode] = useState('')
  const [only] = rows.length === 1 ? rows : []
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const [tenantId] = chosen
    if (!tenantId) {
      setWrong(t(M.chooseTenant))
      return
    }
    setBusy(true)
    submit({ tenantId, ...(only && claimCode.trim() !== '' && { claimCode }) })
      .then((answer) => {
        const tenant = tenants.data?.find((one) => one.id === tenantId)?.label ?? tenantId
        const words = t(M.assigned, { n: number(rows.length), tenant })
        showOutcome(answer, [words, words])
        close()
      })
      .catch((thrown: Error) => setWrong(thrown.message))
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      title={t(M.assign)}
      firm={busy}
      onClose={close}
      footer={
        <DialogButtons form={`${id}-form`} busy={busy} onCancel={close}>
          {t(M.assignN, { n: number(rows.length) })}
        </DialogButtons>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={send}>
        <p className="ll-devices-sns">{rows.map((row) => row.sn).join(t(['、', ', ']))}</p>
        {only && <SignInFacts sn={only.sn} />}
        <label className="ll-devices-label" htmlFor={id}>
          {t(M.tenant)}
        </label>
        <Picker
          id={id}
          label={t(M.tenant)}
          options={tenants.data ?? []}
          loading={tenants.isPending}
          chosen={chosen}
          invalid={wrong !== ''}
          onChange={(ids) => {
            setChosen(ids)
            setWrong('')
          }}
        />
        {only && (
          <>
            <label className="ll-devices-label" htmlFor={`${id}-claim`}>
              {t(M.claimCode)}
            </label>
            <input
              id={`${id}-claim`}
              className="ll-f-input"
              autoComplete="off"
              maxLength={40}
              placeholder={t(M.claimForm)}
              aria-describedby={`${id}-hint`}
              value={claimCode}
              onChange={(event) => {
                setClaimCode(event.target.value)
                setWrong('')
              }}
            />
            <p id={`${id}-hint`} className="ll-devices-note">
              {t(M.claimHint)}
            </p>
          </>
        )}
        {wrong && (
          <p className="ll-r-field-error" role="alert">
            {wrong}
          </p>
        )}
        <p className="ll-devices-note">{t(M.assignText)}</p>
      </form>
    </Dialog>
  )
}
