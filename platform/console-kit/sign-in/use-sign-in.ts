import type { Text } from '@lamplight/kit'
import { useEffect, useState } from 'react'
import { lang, setLang } from '../i18n/lang.ts'
import { loadBrand, storedTenant } from '../session/brand.ts'
import { type Captcha, fetchCaptcha, fetchDemo, login, type SecondStep } from '../session/login.ts'
import { isSimple, noteSimple } from '../session/simple-password.ts'
import { signInTexts } from './sign-in.messages.ts'

/** Preset tenant if the host name does not determine one. */
const PLATFORM_TENANT = '000000'

export type FieldName = 'tenantId' | 'account' | 'password' | 'code'
type Draft = Readonly<Record<FieldName, string>>
export type FieldErrors = Partial<Record<FieldName, Text>>

const NEEDED: Readonly<Record<FieldName, Text>> = {
  tenantId: signInTexts.needTenant,
  account: signInTexts.needAccount,
  password: signInTexts.needPassword,
  code: signInTexts.needCode,
}

/** Returns the required fields that are empty, in reading order. */
export const missingFields = (draft: Draft, withCode: boolean): FieldName[] =>
  (['tenantId', 'account', 'password', 'code'] as const).filter((name) => (name !== 'code' || withCode) && draft[name].trim() === '')

/** Fetches what the server tells before the sign-in: tenant of the host name, demo mode, captcha. */
const useServer = () => {
  const [server, setServer] = useState<{ tenantId: string | null; isLoaded: boolean; demo: boolean }>(() => ({
    tenantId: storedTenant(),
    isLoaded: false,
    demo: false,
  }))
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const renewCaptcha = (): Promise<void> => fetchCaptcha().then(setCaptcha, () => setCaptcha(null))
  useEffect(() => {
    let left = false
    void Promise.all([loadBrand(), fetchDemo()]).then(([tenant, demo]) => {
      if (left) return
      setServer({ tenantId: tenant.tenantId, isLoaded: true, demo })
      if (tenant.captcha) void fetchCaptcha().then((found) => !left && setCaptcha(found))
    })
    return () => {
      left = true
    }
  }, [])
  return { server, captcha, renewCaptcha }
}

/** State of the sign-in form: the typed values, their errors, and the server's response. */
export const useSignIn = (focus: (name: FieldName) => void) => {
  const { server, captcha, renewCaptcha } = useServer()
  const [draft, setDraft] = useState<Draft>({ tenantId: PLATFORM_TENANT, account: '', password: '', code: '' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [second, setSecond] = useState<SecondStep | null>(null)
  const [ownTenant, setOwnTenant] = useState(false)
  /** The tenant field is shown from the start, so that it moves nothing while the user types; one that was typed into stays. */
  const hostTenant = ownTenant ? null : server.tenantId

  const type = (name: FieldName, value: string): void => {
    if (name === 'tenantId') setOwnTenant(true)
    setDraft((old) => ({ ...old, [name]: value }))
    setErrors(({ [name]: _, ...rest }) => rest)
  }
  const fill = (tenantId: string, account: string, password: string): void => {
    setDraft((old) => ({ ...old, tenantId, account, password }))
    setErrors({})
    setRefusal(null)
  }
  const submit = async (): Promise<void> => {
    const missing = missingFields(draft, captcha !== null)
    setErrors(Object.fromEntries(missing.map((name) => [name, NEEDED[name]])))
    setRefusal(null)
    if (missing[0]) return focus(missing[0])
    setBusy(true)
    noteSimple(isSimple(draft.password, draft.account.trim()))
    // Stores the language: a user who signs in at /en/login continues in English, also after a reload.
    setLang(lang.get())
    const result = await login({
      tenantId: hostTenant ?? draft.tenantId.trim(),
      account: draft.account.trim(),
      password: draft.password,
      ...(captcha && { captcha: { key: captcha.key, code: draft.code.trim() } }),
    }).finally(() => setBusy(false))
    if (result.ok) return
    if (result.second) return setSecond(result.second)
    setRefusal(result.text)
    if (captcha || result.captcha) {
      type('code', '')
      await renewCaptcha()
    }
    focus(result.captcha ? 'code' : 'password')
  }
  /** Returns to the first step; `why`: the reason of the failure. */
  const again = (why: string | null): void => {
    setSecond(null)
    setRefusal(why)
  }
  return { server, hostTenant, captcha, renewCaptcha, draft, errors, refusal, busy, second, again, type, fill, submit }
}
