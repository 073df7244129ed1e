import { useT } from '@lamplight/console-kit'
import { PROPERTY_KINDS, type PropertyKind, type ThingProperty, type ThingValue } from '@lamplight/devices/model'
import { UNIT_CODES, unitSymbol } from '@lamplight/kit'
import { AddButton, CheckBox, ChoiceBox, listEdits, NumberBox, RemoveButton, TextBox } from './parts.tsx'
import { E, PROPERTY_TYPES } from './product.messages.ts'

interface UnitProps {
  readonly path: string
  readonly value: string | undefined
  readonly onChange: (unit: string | undefined) => void
}
export const UnitBox = ({ path, value, onChange }: UnitProps) => {
  const t = useT()
  const options = [['', t(E.none)] as const, ...UNIT_CODES.map((code) => [code, unitSymbol(code)] as const)]
  return (
    <ChoiceBox<string>
      label={E.unit}
      path={`${path}.unit`}
      value={value ?? ''}
      options={options}
      onChange={(unit) => onChange(unit || undefined)}
    />
  )
}

interface Limited {
  readonly unit?: string | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly decimals?: number | undefined
}
interface LimitProps {
  readonly path: string
  readonly value: Limited
  readonly whole?: boolean
  readonly onChange: (patch: Limited) => void
}
/** Unit, limits and decimals of a number. */
export const LimitFields = ({ path, value, whole, onChange }: LimitProps) => (
  <>
    <UnitBox path={path} value={value.unit} onChange={(unit) => onChange({ unit })} />
    <NumberBox label={E.min} path={`${path}.min`} value={value.min} onChange={(min) => onChange({ min })} />
    <NumberBox label={E.max} path={`${path}.max`} value={value.max} onChange={(max) => onChange({ max })} />
    {!whole && (
      <NumberBox label={E.decimals} path={`${path}.decimals`} value={value.decimals} onChange={(decimals) => onChange({ decimals })} />
    )}
  </>
)

interface ValuesProps {
  readonly path: string
  readonly values: readonly ThingValue[]
  readonly onChange: (values: readonly ThingValue[]) => void
}
/** Possible values with their labels. */
export const ValueFields = ({ path, values, onChange }: ValuesProps) => {
  const edits = listEdits(values, onChange)
  return (
    <div className="ll-product-values">
      {values.map((one, at) => (
        <div key={at} className="ll-product-value">
          <TextBox
            label={E.value}
            path={`${path}.values.${at}.value`}
            value={one.value}
            onChange={(value) => edits.change(at, { value })}
          />
          <TextBox label={E.nameZh} path={`${path}.values.${at}.name`} value={one.name} onChange={(name) => edits.change(at, { name })} />
          <TextBox
            label={E.nameEn}
            path={`${path}.values.${at}.nameEn`}
            value={one.nameEn}
            onChange={(nameEn) => edits.change(at, { nameEn })}
          />
          <RemoveButton name={one.name || one.value} onClick={() => edits.remove(at)} />
        </div>
      ))}
      <AddButton label={E.addValue} onClick={() => edits.add({ value: String(values.length), name: '', nameEn: '' })} />
    </div>
  )
}

interface PropertyProps {
  readonly path: string
  readonly value: ThingProperty
  readonly onChange: (patch: Partial<ThingProperty>) => void
  readonly onRemove: () => void
}
const HAS_HISTORY: ReadonlySet<PropertyKind> = new Set(['number', 'boolean', 'enum'])

/** The fields of one property. */
export const PropertyFields = ({ path, value, onChange, onRemove }: PropertyProps) => {
  const t = useT()
  const { identifier, name, nameEn, type, values = [], history, list, counter } = value
  const kinds = PROPERTY_KINDS.filter((kind) => kind !== 'list' || type === 'list').map((kind) => [kind, t(PROPERTY_TYPES[kind])] as const)
  return (
    <fieldset className="ll-product-item">
      <legend className="ll-product-hidden">{name || identifier || t(E.properties)}</legend>
      <div className="ll-product-grid">
        <TextBox
          label={E.identifier}
          path={`${path}.identifier`}
          value={identifier}
          max={32}
          required
          onChange={(one) => onChange({ identifier: one })}
        />
        <TextBox label={E.nameZh} path={`${path}.name`} value={name} required onChange={(one) => onChange({ name: one })} />
        <TextBox label={E.nameEn} path={`${path}.nameEn`} value={nameEn} onChange={(one) => onChange({ nameEn: one })} />
        <ChoiceBox<PropertyKind>
          label={E.type}
          path={`${path}.type`}
          value={type}
          options={kinds}
          onChange={(one) => onChange({ type: one })}
        />
        {type === 'number' && <LimitFields path={path} value={value} onChange={onChange} />}
      </div>
      {(type === 'enum' || type === 'list') && <ValueFields path={path} values={values} onChange={(one) => onChange({ values: one })} />}
      <div className="ll-product-flags">
        <CheckBox label={E.list} checked={list === true} onChange={(on) => onChange({ list: on })} />
        {HAS_HISTORY.has(type) && <CheckBox label={E.history} checked={history === true} onChange={(on) => onChange({ history: on })} />}
        {type === 'number' && <CheckBox label={E.counter} checked={counter === true} onChange={(on) => onChange({ counter: on })} />}
        <RemoveButton name={name || identifier} onClick={onRemove} />
      </div>
    </fieldset>
  )
}
