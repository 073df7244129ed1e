import { useT, useTheme } from '@lamplight/console-kit'
import { CityMap } from '@lamplight/console-kit/map'
import { useBaseMap, useCity } from './use-city.ts'

/** The lamps on the map, live and read only, for pages of other slices. `projectId`: instead of the selected project; `theme`: of the part of the page. */
export const LiveMap = ({ projectId, theme: own }: { readonly projectId?: string | undefined; readonly theme?: string | undefined }) => {
  const t = useT()
  const theme = useTheme()
  const { store } = useCity(projectId)
  const base = useBaseMap()
  return (
    <CityMap
      store={store}
      t={t}
      theme={own ?? theme}
      readOnly
      {...(base.base && { base: base.base })}
      {...(base.tileUrl && { tileUrl: base.tileUrl, tileCrs: base.tileCrs })}
    />
  )
}
