import { Icon, navigate, PageHeader, useT, useUnsaved } from '@lamplight/console-kit'
import { FieldsHost } from '@lamplight/console-kit/resource'
import { type FormEvent, useId, useState } from 'react'
import { M } from './sales.messages.ts'
import './sales.css'
import { type Line, Lines, missingOf, type Typed } from './small-form.tsx'
import { useMaySignInAs } from './use-sales.ts'
import { type Made, STEPS, useWizard } from './use-wizard.ts'
import { SignInAsDialog } from './user.page.tsx'

const LINES: readonly (readonly Line[])[] = [
  [
    { name: 'tenantName', label: M.name, required: true, max: 50 },
    { name: 'domain', label: M.domain, hint: M.domainHint, max: 255 },
    { name: 'backgroundUrl', label: M.background, max: 500 },
    { name: 'linkman', label: M.linkman, max: 20 },
    { name: 'contactNumber', label: M.phone, max: 20 },
  ],
  [
    { name: 'account', label: M.account, required: true, max: 45 },
    { name: 'realName', label: M.realName, required: true, max: 50 },
    { name: 'password', label: M.password, hint: M.passwordHint, required: true, kind: 'password' },
    { name: 'phone', label: M.mobile, max: 20 },
  ],
  [{ name: 'projects', label: M.projects, hint: M.projectLines, required: true, kind: 'lines' }],
  [{ name: 'lamps', label: M.lampCount, hint: M.lampCountHint, required: true, kind: 'number', max: 4 }],
]

const Done = ({ made }: { readonly made: Made }) => {
  const t = useT()
  const maySignIn = useMaySignInAs(made.tenantId ?? '')
  const [asking, setAsking] = useState(false)
  return (
    <section>
      <h2>{t(M.ready, { tenant: made.tenantId })}</h2>
      <p>{t(M.readyText, { tenant: made.tenantId, account: made.account })}</p>
      {made.town && <p>{t(M.readyLamps, { lamps: made.town.lamps, gateways: made.town.gateways })}</p>}
      <div className="ll-sales-buttons">
        <button type="button" className="ll-button" onClick={() => navigate('/sales/tenant')}>
          {t(M.toTenants)}
        </button>
        {maySignIn && made.adminId && (
          <button type="button" className="ll-button ll-button--primary" onClick={() => setAsking(true)}>
            {t(M.signInNow)}
          </button>
        )}
      </div>
      {asking && <SignInAsDialog user={{ id: made.adminId, name: made.account }} onClose={() => setAsking(false)} />}
    </section>
  )
}

const Wizard = () => {
  const t = useT()
  const id = useId()
  const { step, made, busy, wrong, next, skip, refuse } = useWizard()
  const [typed, setTyped] = useState<Typed>({ account: 'admin', projects: t(M.projectStart), lamps: '300' })
  const lines = LINES[step] ?? []
  const done = step === STEPS.length - 1
  useUnsaved(step > 0 && !done)
  const buttons = [t(M.makeTenant), t(M.makeAdmin), t(M.makeProjects), t(M.makeTown, { n: typed.lamps ?? '' })]
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const missing = missingOf(lines, typed)
    if (missing) refuse({ name: missing.name, text: t(M.required, { what: t(missing.label) }) })
    else next(Object.fromEntries(lines.map(({ name }) => [name, (typed[name] ?? '').replace(/\s+$/, '')])), lines)
  }
  return (
    <div className="ll-r-page">
      <PageHeader title={t(M.newTenant)} about={t(M.wizardAbout)} />
      <ol className="ll-sales-steps">
        {STEPS.map((name, at) => (
          <li key={name} aria-current={at === step ? 'step' : undefined}>
            {at < step && <Icon name="check" />}
            {`${at + 1}. ${t(M[name])}`}
          </li>
        ))}
      </ol>
      {done ? (
        <Done made={made} />
      ) : (
        <form className="ll-sales-form" noValidate onSubmit={send}>
          <Lines key={step} lines={lines} typed={typed} onType={setTyped} id={id} wrong={wrong} />
          {wrong?.name === '' && (
            <p className="ll-r-field-error" role="alert">
              {wrong.text}
            </p>
          )}
          <div className="ll-sales-buttons">
            {step > 1 && (
              <button type="button" className="ll-button" disabled={busy} onClick={skip}>
                {t(M.skip)}
              </button>
            )}
            <button type="submit" className="ll-button ll-button--primary" disabled={busy} aria-busy={busy}>
              {buttons[step]}
            </button>
          </div>
        </form>
      )}
    </div>
  )
}

/** Makes a tenant, its administrator, its projects and lamps to show, step by step. */
export const SalesWizardPage = () => (
  <FieldsHost>
    <Wizard />
  </FieldsHost>
)
