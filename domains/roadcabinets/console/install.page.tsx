import { Link, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { FieldsHost } from '@lamplight/console-kit/resource'
import { viewOf } from '@lamplight/fields/view'
import { type FormEvent, useId } from 'react'
import { cabinet } from '../model/cabinet.resource.ts'
import './board.css'
import { M } from './roadcabinets.messages.ts'
import { useProduct } from './use-board.ts'
import { useInstall } from './use-install.ts'

const REFS = ['productId', 'gatewayId', 'projectId', 'areaId'] as const
const LABELS = { productId: M.productId, gatewayId: M.gatewayId, projectId: M.projectId, areaId: M.areaId } as const
const MAX_CABINETS = 100

type Install = ReturnType<typeof useInstall>
const Shared = ({ values, set }: Pick<Install, 'values' | 'set'>) => {
  const t = useT()
  const id = useId()
  const { number } = useFormat()
  const { data: product } = useProduct(values.productId || undefined)
  return (
    <>
      {REFS.map((name) => {
        const { Input } = viewOf(cabinet.fields[name])
        return (
          <label key={name} htmlFor={`${id}-${name}`}>
            {t(LABELS[name])}
            <Input
              id={`${id}-${name}`}
              name={name}
              options={cabinet.fields[name].options}
              value={values[name] || null}
              wire={{}}
              invalid={false}
              onChange={(value: unknown) => set({ [name]: (value as string | null) ?? '' })}
            />
          </label>
        )
      })}
      {product && (
        <p className="ll-board-hint">
          {t(M.unitsOf, { n: number(product.units.length), list: product.units.map(({ name }) => name).join(t(['、', ', '])) })}
        </p>
      )}
      <div className="ll-board-row">
        <label htmlFor={`${id}-prefix`}>
          {t(M.prefix)}
          <input
            id={`${id}-prefix`}
            className="ll-f-input"
            maxLength={20}
            value={values.prefix}
            onChange={(event) => set({ prefix: event.target.value })}
          />
        </label>
        <label htmlFor={`${id}-first`}>
          {t(M.first)}
          <input
            id={`${id}-first`}
            className="ll-f-input"
            type="number"
            min={1}
            value={values.first}
            onChange={(event) => set({ first: Number(event.target.value) })}
          />
        </label>
        <label htmlFor={`${id}-count`}>
          {t(M.count)}
          <input
            id={`${id}-count`}
            className="ll-f-input"
            type="number"
            min={1}
            max={MAX_CABINETS}
            value={values.count}
            onChange={(event) => set({ count: Number(event.target.value) })}
          />
        </label>
      </div>
    </>
  )
}

const Rows = ({ rows, setRow, wrong }: Pick<Install, 'rows' | 'setRow' | 'wrong'>) => {
  const t = useT()
  return (
    <fieldset className="ll-board-form">
      <legend>{t(M.list)}</legend>
      <ol className="ll-board-list">
        {rows.map(({ sn, name }, at) => (
          <li key={at}>
            <input
              className="ll-f-input"
              aria-label={`${at + 1} ${t(M.sn)}`}
              aria-invalid={wrong?.row === at || undefined}
              value={sn}
              maxLength={27}
              onChange={(event) => setRow(at, { sn: event.target.value })}
            />
            <input
              className="ll-f-input"
              aria-label={`${at + 1} ${t(M.name)}`}
              placeholder={t(M.name)}
              value={name}
              maxLength={60}
              onChange={(event) => setRow(at, { name: event.target.value })}
            />
          </li>
        ))}
      </ol>
    </fieldset>
  )
}

/** Installs several cabinets of a product at once (screen cab.install). */
export const InstallPage = () => {
  const t = useT()
  const { number } = useFormat()
  const install = useInstall()
  return (
    <FieldsHost>
      <div className="ll-board-page">
        <PageHeader title={t(M.install)} about={t(M.installLine)}>
          <Link to="/roadCabinet/cabinet/index?import=1" className="ll-button">
            {t(M.fromSheet)}
          </Link>
        </PageHeader>
        <form
          className="ll-board-form"
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void install.send()
          }}
        >
          {install.wrong && (
            <p role="alert" className="ll-r-field-error">
              {install.wrong.text}
            </p>
          )}
          <Shared {...install} />
          <Rows {...install} />
          <button type="submit" className="ll-button ll-button--primary" disabled={install.busy}>
            {install.rows.length === 1 ? t(M.installOnly) : t(M.installN, { n: number(install.rows.length) })}
          </button>
        </form>
      </div>
    </FieldsHost>
  )
}
