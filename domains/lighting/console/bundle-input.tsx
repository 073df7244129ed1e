import { useT } from '@lamplight/console-kit'
import { FormFields, initialDraft, useFieldsForm, writeValues } from '@lamplight/console-kit/form'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { useEffect, useMemo, useRef } from 'react'
import { families } from '../model/families.ts'
import './control-lists.css'

type Values = Readonly<Record<string, unknown>>
type Bundle = Readonly<Record<string, Values>>
const NO_WIRE = {}
export const bundled = (families as readonly ParamFamilyDefinition[]).filter(
  ({ ops, call, fields }) => ops.includes('set') && call !== undefined && !Object.values(fields).some(({ kind }) => kind === 'secret'),
)

export const bundleIn = (value: unknown): Bundle => {
  try {
    const read: unknown = JSON.parse(String(value))
    return typeof read === 'object' && read !== null ? (read as Bundle) : {}
  } catch {
    return {}
  }
}

/** The fields of one family. */
const FamilyFields = ({
  family,
  value,
  onChange,
  idPrefix,
}: {
  readonly family: ParamFamilyDefinition
  readonly value: Values
  readonly onChange: (value: Values) => void
  readonly idPrefix: string
}) => {
  const { fields } = family
  const first = useRef(value)
  const start = useMemo(() => ({ ...initialDraft(fields), ...first.current }), [fields])
  const form = useFieldsForm(fields, 'create', start)
  const { draft, shown } = form
  const told = useRef(onChange)
  told.current = onChange
  useEffect(
    () => told.current(writeValues(fields, Object.fromEntries(shown.map((name) => [name, draft[name] ?? null])))),
    [fields, draft, shown],
  )
  return (
    <FormFields form={form} fields={fields} sections={[{ label: null, names: Object.keys(fields) }]} wire={NO_WIRE} idPrefix={idPrefix} />
  )
}

/** Input of a bundle of parameters: a checkbox for each family, and the fields of the chosen ones. The value is the JSON text of the bundle. */
export const BundleInput = ({
  id,
  value,
  onChange,
}: {
  readonly id: string
  readonly value: unknown
  readonly onChange: (value: string | null) => void
}) => {
  const t = useT()
  const bundle = bundleIn(value)
  const put = (next: Bundle): void => onChange(Object.keys(next).length > 0 ? JSON.stringify(next) : null)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the form names it; a fieldset would have a legend of its own
    <div id={id} role="group" aria-labelledby={`${id}-label`} className="ll-bundle" tabIndex={-1}>
      {bundled.map((family) => {
        const { [family.name]: own, ...others } = bundle
        return (
          <fieldset key={family.name} className="ll-bundle__family">
            <label>
              <input
                type="checkbox"
                checked={own !== undefined}
                onChange={(event) => put(event.target.checked ? { ...bundle, [family.name]: {} } : others)}
              />
              {t(family.label)}
            </label>
            {own && (
              <FamilyFields
                family={family}
                value={own}
                onChange={(values) => JSON.stringify(values) !== JSON.stringify(own) && put({ ...bundle, [family.name]: values })}
                idPrefix={`${id}-${family.name}`}
              />
            )}
          </fieldset>
        )
      })}
    </div>
  )
}
