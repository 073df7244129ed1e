import { api, Dialog, md5, notify, Qr, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { factorState } from '../server/sign-in/mfa.handler.ts'
import { I } from './info.messages.ts'
import { PeopleForm } from './people-form.tsx'

type Step =
  | { readonly step: 'password'; readonly title: string; readonly then: (password: string) => Promise<Step | null> }
  | { readonly step: 'confirm'; readonly uri: string; readonly secret: string }
  | { readonly step: 'codes'; readonly codes: readonly string[] }
const MFA = 'blade-auth/mfa'
const post = <T,>(path: string, body: object): Promise<T> => api.post<T>(`${MFA}/${path}`, { body, quiet: true })

const PasswordDialog = ({ step, onNext }: { readonly step: Step & { step: 'password' }; readonly onNext: (next: Step | null) => void }) => {
  const t = useT()
  return (
    <Dialog title={step.title} onClose={() => onNext(null)}>
      <p>{t(I.whyPassword)}</p>
      <PeopleForm
        lines={[{ name: 'password', label: I.yourPassword, type: 'password', autoComplete: 'current-password' }]}
        button={t(I.confirm)}
        check={(typed) => (typed.password ? null : { name: 'password', text: t(I.needed, { what: t(I.yourPassword) }) })}
        onSend={async (typed) => onNext(await step.then(md5(typed.password ?? '')))}
      />
    </Dialog>
  )
}
const ConfirmDialog = ({ step, onNext }: { readonly step: Step & { step: 'confirm' }; readonly onNext: (next: Step | null) => void }) => {
  const t = useT()
  return (
    <Dialog title={t(I.app)} firm onClose={() => onNext(null)}>
      <p>{t(I.scan)}</p>
      <Qr text={step.uri} label={t(I.qr)} />
      <p>
        <code>{step.secret}</code>
      </p>
      <PeopleForm
        lines={[{ name: 'code', label: I.code, max: 6, autoComplete: 'one-time-code' }]}
        button={t(I.confirm)}
        check={(typed) => (/^\d{6}$/.test(typed.code ?? '') ? null : { name: 'code', text: t(I.needed, { what: t(I.code) }) })}
        onSend={async (typed) => {
          const { recoveryCodes } = await post<{ recoveryCodes: string[] }>('totp/confirm', { code: typed.code })
          onNext({ step: 'codes', codes: recoveryCodes })
        }}
      />
    </Dialog>
  )
}
const CodesDialog = ({ step, onNext }: { readonly step: Step & { step: 'codes' }; readonly onNext: (next: Step | null) => void }) => {
  const t = useT()
  return (
    <Dialog
      title={t(I.codes)}
      firm
      onClose={() => onNext(null)}
      footer={
        <button type="button" className="ll-button ll-button--primary" onClick={() => onNext(null)}>
          {t(I.confirm)}
        </button>
      }
    >
      <p>{t(I.codesAbout)}</p>
      <ul className="ll-people__codes">
        {step.codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Creates a passkey in the browser; throws an error with a text for the user if browser or server refuses. */
const makePasskey = async (password: string, failed: string): Promise<void> => {
  const begun = await post<{ key: string; options: unknown }>('passkey/begin', { password })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = begun.options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const made = await startRegistration({ optionsJSON }).catch(() => {
    throw new Error(failed)
  })
  const name = navigator.platform.slice(0, 40)
  await post('passkey/finish', { key: begun.key, name, response: JSON.stringify(made) })
}

/** Settings of the second step: an authenticator app with its recovery codes, and passkeys. Every change asks for the password. */
export const FactorsPart = () => {
  const t = useT()
  const [step, setStep] = useState<Step | null>(null)
  const state = useQuery({
    queryKey: ['identity.mfa', 'state'],
    queryFn: ({ signal }) => api.get<typeof factorState>(`${MFA}/state`, {}, { signal }),
  })
  if (!state.data) return null
  const { policy, totp, recoveryCodes, passkeys } = state.data
  const next = (to: Step | null): void => {
    setStep(to)
    if (!to) void state.refetch()
  }
  const first = (title: string, then: (password: string) => Promise<Step | null>): void => setStep({ step: 'password', title, then })
  const done = (work: Promise<unknown>): Promise<null> =>
    work.then(() => {
      notify.success(I.saved)
      return null
    })
  const setUp = () =>
    first(t(I.app), async (password) => ({ step: 'confirm', ...(await post<{ uri: string; secret: string }>('totp/begin', { password })) }))
  const codes = () =>
    first(t(I.newCodes), async (password) => {
      const made = await post<{ recoveryCodes: string[] }>('recovery', { password })
      return { step: 'codes', codes: made.recoveryCodes }
    })
  return (
    <section className="ll-people__part">
      <h2>{t(I.second)}</h2>
      {policy === 0 && !totp && passkeys.length === 0 ? (
        <p>{t(I.secondOff)}</p>
      ) : (
        <>
          <div className="ll-people__row">
            <span>
              {t(I.app)} <small>{totp ? t(I.appOn, { n: recoveryCodes }) : t(I.appOff)}</small>
            </span>
            {totp && (
              <button type="button" className="ll-button" onClick={codes}>
                {t(I.newCodes)}
              </button>
            )}
            <button
              type="button"
              className="ll-button"
              onClick={() => (totp ? first(t(I.remove), (password) => done(post('totp/remove', { password }))) : setUp())}
            >
              {t(totp ? I.remove : I.setUp)}
            </button>
          </div>
          <div className="ll-people__row">
            <span>
              {t(I.passkeys)} {passkeys.length === 0 && <small>{t(I.noPasskeys)}</small>}
            </span>
            <button
              type="button"
              className="ll-button"
              onClick={() => first(t(I.addPasskey), (password) => done(makePasskey(password, t(I.passkeyFailed))))}
            >
              {t(I.addPasskey)}
            </button>
          </div>
          {passkeys.map(({ id, name }) => (
            <div key={id} className="ll-people__row">
              <span>{name || id}</span>
              <button
                type="button"
                className="ll-button"
                onClick={() => first(t(I.remove), (password) => done(post('passkey/remove', { password, id })))}
              >
                {t(I.remove)}
              </button>
            </div>
          ))}
        </>
      )}
      {step?.step === 'password' && <PasswordDialog step={step} onNext={next} />}
      {step?.step === 'confirm' && <ConfirmDialog step={step} onNext={next} />}
      {step?.step === 'codes' && <CodesDialog step={step} onNext={next} />}
    </section>
  )
}
