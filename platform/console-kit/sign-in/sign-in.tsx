import type { Lang } from '@lamplight/kit'
import { type KeyboardEvent, lazy, type ReactNode, type SubmitEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { setLang } from '../i18n/lang.ts'
import { useLang, useT } from '../i18n/use-t.ts'
import { navigate } from '../router/location.ts'
import { useBrand } from '../session/brand.ts'
import { setTheme, useTheme } from '../theme/theme.ts'
import { Icon } from '../widgets/icon.tsx'
import { Logo } from '../widgets/logo.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { NightStreet } from './night-street.tsx'
import './sign-in.css'
import { signInTexts as texts } from './sign-in.messages.ts'
import { SignInField } from './sign-in-field.tsx'
import { type FieldName, useSignIn } from './use-sign-in.ts'

/** In separate chunks: the form is shown before they are needed. */
const SecondStepForm = lazy(() => import('./second-step.tsx').then((module) => ({ default: module.SecondStepForm })))
const OtherWays = lazy(() => import('./other-ways.tsx').then((module) => ({ default: module.OtherWays })))

/** On this page the language is the prefix of the address (rule.language.login). */
const switchLang = (lang: Lang): void => {
  setLang(lang)
  navigate(lang === 'en' ? '/en/login' : '/login', {}, { replace: true })
}

const Corner = (): ReactNode => {
  const t = useT()
  const lang = useLang()
  const dark = useTheme() === 'theme-dark'
  return (
    <div className="ll-sign__corner">
      <fieldset className="ll-sign__langs">
        <legend className="ll-hidden">{t(texts.language)}</legend>
        {(['zh', 'en'] as const).map((one) => (
          <button key={one} type="button" lang={one} aria-pressed={lang === one} onClick={() => switchLang(one)}>
            {one === 'zh' ? '中文' : 'English'}
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        className="ll-sign__theme"
        title={t(dark ? texts.toLight : texts.toDark)}
        aria-label={t(dark ? texts.toLight : texts.toDark)}
        onClick={() => setTheme(dark ? 'theme-vip' : 'theme-dark')}
      >
        <Icon name={dark ? 'sun' : 'moon'} />
      </button>
    </div>
  )
}

/** The sign-in page. `expired`: shows that the previous session has expired. */
export const SignIn = ({ expired }: { readonly expired: boolean }): ReactNode => {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [capsLock, setCapsLock] = useState(false)
  const [shown, setShown] = useState(false)
  const alertId = useId()
  const brand = useBrand()
  const sign = useSignIn((name: FieldName) => {
    const input = form.current?.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.focus()
  })
  useEffect(() => {
    document.title = t(texts.title)
  }, [t])

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!sign.busy) void sign.submit()
  }
  const watchCaps = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  const field = (name: FieldName) => ({
    name,
    value: sign.draft[name],
    error: sign.errors[name],
    onType: (value: string) => sign.type(name, value),
  })

  return (
    <main className="ll-sign">
      <div className="ll-sign__art">
        {brand.background ? <img className="ll-sign__picture" src={brand.background} alt="" /> : <NightStreet />}
        <p className="ll-sign__lead">{t(texts.lead)}</p>
      </div>
      <div className="ll-sign__side">
        <Corner />
        {sign.second && (
          <Suspense fallback={null}>
            <SecondStepForm input={sign.second} onBack={sign.again} />
          </Suspense>
        )}
        <form
          ref={form}
          className="ll-sign__form"
          noValidate
          hidden={sign.second !== null}
          onSubmit={submit}
          aria-describedby={sign.refusal ? alertId : undefined}
        >
          <Logo size={44} src={brand.logo} />
          <h1>{brand.title}</h1>
          <div id={alertId} role="alert" className="ll-sign__alert">
            {sign.refusal ?? (expired && !sign.draft.account ? t(texts.expired) : '')}
          </div>
          {sign.hostTenant === null && (
            <SignInField {...field('tenantId')} label={t(texts.tenant)} autoComplete="organization" inputMode="numeric" />
          )}
          <SignInField {...field('account')} label={t(texts.account)} autoComplete="username" autoFocus />
          <SignInField
            {...field('password')}
            label={t(texts.password)}
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            hint={capsLock ? t(texts.capsLock) : undefined}
            onKeyDown={watchCaps}
            onKeyUp={watchCaps}
          >
            <button
              type="button"
              className="ll-sign__eye"
              aria-pressed={shown}
              aria-label={t(shown ? texts.hide : texts.show)}
              onClick={() => setShown(!shown)}
            >
              <Eye open={shown} />
            </button>
          </SignInField>
          {sign.captcha && (
            <SignInField {...field('code')} label={t(texts.code)} autoComplete="off">
              <button
                type="button"
                className="ll-sign__captcha"
                title={t(texts.newCode)}
                aria-label={t(texts.newCode)}
                onClick={() => void sign.renewCaptcha()}
              >
                <img src={sign.captcha.image} alt={t(texts.codeImage)} width={130} height={48} />
              </button>
            </SignInField>
          )}
          <button type="submit" className="ll-sign__submit" aria-disabled={sign.busy}>
            {t(sign.busy ? texts.busy : texts.submit)}
          </button>
          {sign.server.isLoaded && (
            <Suspense fallback={null}>
              <OtherWays tenantId={sign.hostTenant ?? sign.draft.tenantId} />
            </Suspense>
          )}
          {sign.server.demo && <DemoAccounts hostTenant={sign.server.tenantId} onChoose={sign.fill} />}
        </form>
      </div>
    </main>
  )
}

const Eye = ({ open }: { open: boolean }): ReactNode => (
  <svg
    viewBox="0 0 24 24"
    width="18"
    height="18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="3" />
    {!open && <path d="M4 20 20 4" />}
  </svg>
)
