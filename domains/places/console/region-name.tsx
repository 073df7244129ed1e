import { regionName } from '../model/regions.ts'

export const RegionName = ({ code, lang }: { readonly code: string; readonly lang: 'zh' | 'en' }) => <>{regionName(code, lang)}</>
