import { api, useT } from '@lamplight/console-kit'
import type { FieldInputProps } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { terminalConfig } from '../model/terminal-config.resource.ts'
import './product.css'
import { E } from './product.messages.ts'

type Props<K extends 'typeCode' | 'supplierCode' | 'model' | 'sensors'> = FieldInputProps<typeof terminalConfig, K>
interface Entry {
  readonly value: string
  readonly name: string
}
const BASE = 'blade-device/terminalConfig/dict'

/** Entries of a dictionary of terminal configurations. */
const useDict = (name: string, query: Readonly<Record<string, string>>, key: string, isOn = true): readonly Entry[] =>
  useQuery({
    queryKey: ['products.terminalConfig', 'dict', name, query],
    enabled: isOn,
    queryFn: async ({ signal }) =>
      (await api.get<readonly Record<string, string>[]>(`${BASE}/${name}`, query, { signal, quiet: true })).map((one) => ({
        value: String(one[key]),
        name: String(one.name ?? one[key]),
      })),
  }).data ?? []

interface SelectProps {
  readonly id: string
  readonly value: string | null
  readonly invalid: boolean
  readonly entries: readonly Entry[]
  readonly onChange: (value: string | null) => void
}
const Select = ({ id, value, invalid, entries, onChange }: SelectProps) => {
  const t = useT()
  const isKnown = !value || entries.some((one) => one.value === value)
  return (
    <select
      id={id}
      className="ll-f-input"
      aria-invalid={invalid || undefined}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">{t(E.choose)}</option>
      {!isKnown && <option value={value ?? ''}>{value}</option>}
      {entries.map((one) => (
        <option key={one.value} value={one.value}>
          {one.name}
        </option>
      ))}
    </select>
  )
}

export const TypeInput = ({ id, value, invalid, onChange }: Props<'typeCode'>) => (
  <Select id={id} value={value} invalid={invalid} onChange={onChange} entries={useDict('types', {}, 'typeCode')} />
)
export const SupplierInput = ({ id, value, invalid, onChange, draft }: Props<'supplierCode'>) => (
  <Select
    id={id}
    value={value}
    invalid={invalid}
    onChange={onChange}
    entries={useDict('suppliers', { typeCode: draft.typeCode ?? '' }, 'supplierCode')}
  />
)

/** A text with the known models of the supplier as suggestions. */
export const ModelInput = ({ id, value, invalid, onChange, draft }: Props<'model'>) => {
  const entries = useDict('models', { typeCode: draft.typeCode ?? '', supplierCode: draft.supplierCode ?? '' }, 'model')
  return (
    <>
      <input
        id={id}
        list={`${id}-known`}
        className="ll-f-input"
        autoComplete="off"
        maxLength={80}
        aria-invalid={invalid || undefined}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      />
      <datalist id={`${id}-known`}>
        {entries.map((one) => (
          <option key={one.value} value={one.value} />
        ))}
      </datalist>
    </>
  )
}

/** The properties of the chosen type as check boxes. */
export const SensorsInput = ({ id, value, onChange, draft }: Props<'sensors'>) => {
  const t = useT()
  const typeCode = draft.typeCode ?? ''
  const entries = useDict('sensors', { typeCode }, 'code', typeCode !== '')
  const chosen = (value ?? '').split(',').filter(Boolean)
  const put = (next: readonly string[]): void => onChange(next.join(',') || null)
  return (
    <fieldset id={id} tabIndex={-1} className="ll-product-icons">
      {entries.length === 0 && <span className="ll-f-none">{t(typeCode ? E.noProperties : E.chooseType)}</span>}
      {entries.map((one) => (
        <label key={one.value} className="ll-product-check">
          <input
            type="checkbox"
            checked={chosen.includes(one.value)}
            onChange={({ target }) => put(target.checked ? [...chosen, one.value] : chosen.filter((name) => name !== one.value))}
          />
          {one.name}
        </label>
      ))}
    </fieldset>
  )
}
