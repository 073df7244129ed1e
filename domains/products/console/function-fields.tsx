import { useT } from '@lamplight/console-kit'
import { INPUT_KINDS, type InputKind, type ThingFunction, type ThingInput, type ThingProperty } from '@lamplight/devices/model'
import { AddButton, CheckBox, ChoiceBox, listEdits, RemoveButton, TextBox } from './parts.tsx'
import { E, INPUT_TYPES } from './product.messages.ts'
import { LimitFields, ValueFields } from './property-fields.tsx'

interface InputProps {
  readonly path: string
  readonly value: ThingInput
  readonly properties: readonly ThingProperty[]
  readonly onChange: (patch: Partial<ThingInput>) => void
  readonly onRemove: () => void
}
const InputFields = ({ path, value, properties, onChange, onRemove }: InputProps) => {
  const t = useT()
  const { identifier, name, nameEn, type, values = [], required, proves } = value
  const kinds = INPUT_KINDS.map((kind) => [kind, t(INPUT_TYPES[kind])] as const)
  const provable = [
    ['', t(E.none)] as const,
    ...properties
      .filter((one) => one.identifier)
      .map((one) => [one.identifier, `${t([one.name, one.nameEn || one.name])} (${one.identifier})`] as const),
  ]
  return (
    <div className="ll-product-input">
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
        <ChoiceBox<InputKind>
          label={E.type}
          path={`${path}.type`}
          value={type}
          options={kinds}
          onChange={(one) => onChange({ type: one })}
        />
        {(type === 'number' || type === 'int') && <LimitFields path={path} value={value} whole={type === 'int'} onChange={onChange} />}
        <ChoiceBox<string>
          label={E.proves}
          path={`${path}.proves`}
          value={proves ?? ''}
          options={provable}
          onChange={(one) => onChange({ proves: one || undefined })}
        />
      </div>
      {type === 'enum' && <ValueFields path={path} values={values} onChange={(one) => onChange({ values: one })} />}
      <div className="ll-product-flags">
        <CheckBox label={E.required} checked={required === true} onChange={(on) => onChange({ required: on })} />
        <RemoveButton name={name || identifier} onClick={onRemove} />
      </div>
    </div>
  )
}

interface FunctionProps {
  readonly path: string
  readonly value: ThingFunction
  readonly properties: readonly ThingProperty[]
  readonly onChange: (patch: Partial<ThingFunction>) => void
  readonly onRemove: () => void
}
/** The fields of one function with its inputs. */
export const FunctionFields = ({ path, value, properties, onChange, onRemove }: FunctionProps) => {
  const t = useT()
  const { code, name, nameEn, input, danger, repeatable } = value
  const edits = listEdits(input, (next) => onChange({ input: next }))
  return (
    <fieldset className="ll-product-item">
      <legend className="ll-product-hidden">{name || code || t(E.functions)}</legend>
      <div className="ll-product-grid">
        <TextBox label={E.functionCode} path={`${path}.code`} value={code} max={32} required onChange={(one) => onChange({ code: one })} />
        <TextBox label={E.nameZh} path={`${path}.name`} value={name} required onChange={(one) => onChange({ name: one })} />
        <TextBox label={E.nameEn} path={`${path}.nameEn`} value={nameEn} onChange={(one) => onChange({ nameEn: one })} />
      </div>
      {input.map((one, at) => (
        <InputFields
          key={at}
          path={`${path}.input.${at}`}
          value={one}
          properties={properties}
          onChange={(patch) => edits.change(at, patch)}
          onRemove={() => edits.remove(at)}
        />
      ))}
      <div className="ll-product-flags">
        <AddButton
          label={E.addInput}
          onClick={() => edits.add({ identifier: '', name: '', nameEn: '', type: 'boolean', required: true })}
        />
        <CheckBox label={E.danger} checked={danger === true} onChange={(on) => onChange({ danger: on })} />
        <CheckBox label={E.once} checked={repeatable === false} onChange={(on) => onChange({ repeatable: on ? false : undefined })} />
        <RemoveButton name={name || code} onClick={onRemove} />
      </div>
    </fieldset>
  )
}
