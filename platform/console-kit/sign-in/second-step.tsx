import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { enter, type SecondStep } from '../session/login.ts'
import { Qr } from '../widgets/qr.tsx'
import { M } from './extras.messages.ts'
import { SignInField } from './sign-in-field.tsx'

/** Second step after a correct password: a code of the app, a recovery code, or a passkey. `onBack` returns to the first step with the reason. */
export const SecondStepForm = ({
  input,
  onBack,
}: {
  readonly input: SecondStep
  readonly onBack: (why: string | null) => void
}): ReactNode => {
  const t = useT()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { methods, enrolment } = input
  const byCode = methods.some((method) => method !== 'passkey')

  const prove = async (proof: Readonly<Record<string, string>>): Promise<void> => {
    setBusy(true)
    const result = await enter({ grant_type: 'mfa', mfa_token: input.token, ...proof }).finally(() => setBusy(false))
    if (result.ok) return
    setCode('')
    // After a wrong code the user may try again; after any other failure the sign-in restarts.
    if (/验证码|code/i.test(result.text)) setWrong(result.text)
    else onBack(result.text)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy) return
    if (!code.trim()) setWrong(t(M.needCode))
    else void prove({ code: code.trim() })
  }
  const passkey = async (): Promise<void> => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const options = input.passkey as Parameters<typeof startAuthentication>[0]['optionsJSON']
    const answer = await startAuthentication({ optionsJSON: options }).catch(() => null)
    if (answer) await prove({ passkey: JSON.stringify(answer) })
    else setWrong(t(M.passkeyFailed))
  }

  return (
    <form className="ll-sign__form" noValidate onSubmit={submit}>
      <h1>{t(M.secondTitle)}</h1>
      <div role="alert" className="ll-sign__alert">
        {wrong}
      </div>
      {enrolment && (
        <>
          <p className="ll-sign__about">{t(M.enrolAbout)}</p>
          <Qr className="ll-sign__qr" text={enrolment.uri} label={t(M.qr)} />
          <p className="ll-sign__secret">{enrolment.secret}</p>
        </>
      )}
      {byCode && (
        <>
          {!enrolment && <p className="ll-sign__about">{t(M.codeAbout)}</p>}
          <SignInField
            name="code"
            label={t(M.code)}
            value={code}
            error={undefined}
            autoComplete="one-time-code"
            autoFocus
            onType={(value) => {
              setCode(value)
              setWrong(null)
            }}
          />
          <button type="submit" className="ll-sign__submit" aria-disabled={busy}>
            {t(M.verify)}
          </button>
        </>
      )}
      <div className="ll-sign__ways">
        {methods.includes('passkey') && (
          <button type="button" className={byCode ? 'll-sign__way' : 'll-sign__submit'} disabled={busy} onClick={() => void passkey()}>
            {t(M.passkey)}
          </button>
        )}
        <button type="button" className="ll-sign__way" onClick={() => onBack(null)}>
          {t(M.back)}
        </button>
      </div>
    </form>
  )
}
