import { lang, useT } from '@lamplight/console-kit'
import { Picker } from '@lamplight/fields/view'
import { PROVINCES } from '../model/regions.ts'
import { M } from './places.messages.ts'
import { useDistricts } from './use-districts.ts'
import './places.css'

interface Props {
  readonly id: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly invalid: boolean
}

/** Selects province, city and district: one code of GB/T 2260. */
export const RegionInput = ({ id, value, onChange, invalid }: Props) => {
  const t = useT()
  const all = useDistricts()
  const at = lang.get() === 'zh' ? 0 : 1
  const code = value ?? ''
  const province = PROVINCES.find((one) => code.length >= 2 && one.code.startsWith(code.slice(0, 2)))
  const city = province?.cities.find((one) => one.code.slice(0, 4) === code.slice(0, 4))
  const districts = (city && all?.get(city.code.slice(0, 4))) ?? []
  const options = (regions: readonly { readonly code: string; readonly name: readonly [string, string] }[]) =>
    regions.map((one) => ({ id: one.code, label: one.name[at] }))
  return (
    <div className="ll-places-region">
      <Picker
        id={id}
        label={t(M.province)}
        placeholder={t(M.province)}
        options={options(PROVINCES)}
        chosen={province ? [province.code] : []}
        invalid={invalid}
        onChange={([chosen]) => onChange(chosen ?? null)}
      />
      {province && province.cities.length > 0 && (
        <Picker
          id={`${id}-city`}
          label={t(M.city)}
          placeholder={t(M.city)}
          options={options(province.cities)}
          chosen={city ? [city.code] : []}
          onChange={([chosen]) => onChange(chosen ?? province.code)}
        />
      )}
      {city && districts.length > 0 && (
        <Picker
          id={`${id}-district`}
          label={t(M.district)}
          placeholder={t(M.district)}
          options={options(districts)}
          chosen={code === city.code ? [] : [code]}
          onChange={([chosen]) => onChange(chosen ?? city.code)}
        />
      )}
    </div>
  )
}
