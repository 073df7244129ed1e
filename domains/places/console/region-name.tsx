import { regionName } from '../model/regions.ts'
import { useDistricts } from './use-districts.ts'

export const RegionName = ({ code, lang }: { readonly code: string; readonly lang: 'zh' | 'en' }) => (
  <>{regionName(code, lang, useDistricts())}</>
)
