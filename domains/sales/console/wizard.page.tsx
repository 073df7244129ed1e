import { Icon, navigate, PageHeader, useT, useUnsaved } from '@lamplight/console-kit'
import { FormFields, initialDraft, useFieldsForm } from '@lamplight/console-kit/form'
import { FieldsHost } from '@lamplight/console-kit/resource'
import type { Fields } from '@lamplight/kit'
import { type FormEvent, useId, useMemo, useState } from 'react'
import './sales.css'
import { salesTenants } from '../model/pages.ts'
import { M } from './sales.messages.ts'
import { SignInAsDialog } from './sign-in-as.dialog.tsx'
import { useMaySignInAs } from './use-sales.ts'
import { type Made, useWizard } from './use-wizard.ts'

const STEPS = [M.stepBrand, M.stepAdmin, M.stepProjects, M.stepTown, M.stepDone]
const BUTTONS = [M.makeTenant, M.makeAdmin, M.makeProjects, M.makeTown]
const NO_WIRE = {}

const Step = ({
  fields,
  step,
  onNext,
  onSkip,
}: {
  readonly fields: Fields
  readonly step: number
  readonly onNext: (values: Readonly<Record<string, unknown>>) => Promise<void>
  readonly onSkip: () => void
}) => {
  const t = useT()
  const id = useId()
  const start = useMemo(() => ({ ...initialDraft(fields), account: 'admin', projects: t(M.projectStart) }), [fields, t])
  const form = useFieldsForm(fields, 'create', start)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    void form.send(onNext)
  }
  return (
    <form className="ll-sales-form" noValidate onSubmit={send}>
      <FormFields form={form} fields={fields} sections={[{ label: null, names: Object.keys(fields) }]} wire={NO_WIRE} idPrefix={id} />
      <div className="ll-sales-buttons">
        {step > 1 && (
          <button type="button" className="ll-button" disabled={form.sending} onClick={onSkip}>
            {t(M.skip)}
          </button>
        )}
        <button type="submit" className="ll-button ll-button--primary" disabled={form.sending} aria-busy={form.sending}>
          {t(BUTTONS[step] ?? M.makeTenant, { n: String(form.draft.lamps ?? '') })}
        </button>
      </div>
    </form>
  )
}

const Done = ({ made }: { readonly made: Made }) => {
  const t = useT()
  const maySignIn = useMaySignInAs(made.tenantId)
  const [asking, setAsking] = useState(false)
  return (
    <section>
      <h2>{t(M.ready, { tenant: made.tenantId })}</h2>
      <p>{t(M.readyText, { tenant: made.tenantId, account: made.account })}</p>
      {made.town && <p>{t(M.readyLamps, { lamps: made.town.lamps, gateways: made.town.gateways })}</p>}
      <div className="ll-sales-buttons">
        <button type="button" className="ll-button" onClick={() => navigate(salesTenants.path)}>
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

/** Wizard that creates a tenant, its administrator, its projects and demo lamps. */
export const SalesWizardPage = () => {
  const t = useT()
  const { step, fields, made, next, skip } = useWizard()
  useUnsaved(step > 0 && fields !== undefined)
  return (
    <FieldsHost>
      <div className="ll-r-page">
        <PageHeader title={t(M.newTenant)} about={t(M.wizardAbout)} />
        <ol className="ll-sales-steps">
          {STEPS.map((name, at) => (
            <li key={at} aria-current={at === step ? 'step' : undefined}>
              {at < step && <Icon name="check" />}
              {`${at + 1}. ${t(name)}`}
            </li>
          ))}
        </ol>
        {fields ? <Step key={step} fields={fields} step={step} onNext={next} onSkip={skip} /> : <Done made={made} />}
      </div>
    </FieldsHost>
  )
}
