import { shapeFault } from '@lamplight/kit'
import { type ReactNode, useEffect, useState } from 'react'
import { isApiError } from '../api/error.ts'
import { useT } from '../i18n/use-t.ts'
import { enter } from '../session/login.ts'
import { api } from '../session/session.ts'
import { storage } from '../storage/storage.ts'
import { M } from './extras.messages.ts'
import { SignInField } from './sign-in-field.tsx'

const PAUSE_S = 60
interface Provider {
  readonly source: string
  readonly name: string
}

const useProviders = (tenantId: string): readonly Provider[] => {
  const [found, setFound] = useState<readonly Provider[]>([])
  useEffect(() => {
    let left = false
    if (/^\d{6}$/.test(tenantId))
      void api.get<readonly Provider[]>('blade-auth/oauth/sources', { tenantId }, { open: true, quiet: true }).then(
        (list) => !left && setFound(list),
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [tenantId])
  return found
}

/** Returns true if the tenant can send text messages; without them, sign-in by phone is not possible. */
const useSms = (tenantId: string): boolean => {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let left = false
    setReady(false)
    if (/^\d{6}$/.test(tenantId))
      void api.get<{ readonly sms: boolean }>('blade-auth/oauth/ways', { tenantId }, { open: true, quiet: true }).then(
        ({ sms }) => !left && setReady(sms),
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [tenantId])
  return ready
}

/**
 * Sign-in with a code sent to the phone. The response does not show whether the number is known. It is inside the
 * sign-in form, so its buttons must not submit.
 */
const ByPhone = ({ tenantId }: { readonly tenantId: string }): ReactNode => {
  const t = useT()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [text, setText] = useState('')
  const [sent, setSent] = useState(false)
  const [wait, setWait] = useState(0)
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const fault = shapeFault('mobile', phone.trim())
  const send = (): void => {
    setSent(false)
    if (fault) {
      setText(t(fault))
      return
    }
    const query = { phone: phone.trim(), tenantId }
    api.post('blade-auth/send-verification-code', { query, open: true, quiet: true }).then(
      () => {
        setText('')
        setSent(true)
        setWait(PAUSE_S)
      },
      (thrown: unknown) => setText(isApiError(thrown) ? thrown.message : ''),
    )
  }
  const submit = async (): Promise<void> => {
    setSent(false)
    if (fault) return setText(t(fault))
    if (!code.trim()) return setText(t(M.needCode))
    const result = await enter({ grant_type: 'sms', tenantId, phone: phone.trim(), code: code.trim() }, { 'Tenant-Id': tenantId })
    if (!result.ok) setText(result.text)
  }
  return (
    <>
      <div role="alert" className="ll-sign__alert">
        {text}
      </div>
      <p role="status" className="ll-sign__sent">
        {sent && t(M.sent)}
      </p>
      <SignInField name="phone" label={t(M.phone)} value={phone} error={undefined} inputMode="numeric" autoComplete="tel" onType={setPhone}>
        <button type="button" className="ll-sign__way" disabled={wait > 0} onClick={send}>
          {wait > 0 ? t(M.sendAgain, { n: wait }) : t(M.send)}
        </button>
      </SignInField>
      <SignInField
        name="phoneCode"
        label={t(M.code)}
        value={code}
        error={undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        onType={setCode}
      />
      <button type="button" className="ll-sign__submit" onClick={() => void submit()}>
        {t(M.submit)}
      </button>
    </>
  )
}

/** Other ways to sign in than with a password: a code by text message, and the providers of the tenant. */
export const OtherWays = ({ tenantId }: { readonly tenantId: string }): ReactNode => {
  const t = useT()
  const providers = useProviders(tenantId.trim())
  const sms = useSms(tenantId.trim())
  const [phone, setPhone] = useState(false)
  const go = (source: string): void => {
    // The provider's redirect back does not contain the tenant, so it is stored here.
    storage.write('oauthTenant', tenantId.trim(), 'session')
    void api.get<string>(`blade-auth/oauth/render/url/${source}`, { tenantId: tenantId.trim() }, { open: true }).then(
      (address) => window.location.assign(address),
      () => undefined,
    )
  }
  return (
    <div className="ll-sign__ways">
      {sms && phone && <ByPhone tenantId={tenantId.trim()} />}
      {sms && (
        <button type="button" className="ll-sign__way" aria-expanded={phone} onClick={() => setPhone(!phone)}>
          {t(phone ? M.byPassword : M.byPhone)}
        </button>
      )}
      {providers.map(({ source, name }) => (
        <button key={source} type="button" className="ll-sign__way" onClick={() => go(source)}>
          {t(M.byProvider, { name })}
        </button>
      ))}
    </div>
  )
}
