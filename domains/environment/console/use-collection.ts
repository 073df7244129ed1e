import { type AnswerOf, api, lang, useProject, useTab } from '@lamplight/console-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FULL_FROM } from '../model/command-types.ts'
import type { collectionRoute } from '../server/collection.handler.ts'

export type Collection = AnswerOf<typeof collectionRoute>
export type Stop = Collection['records'][number]
const PLACES = 6

/** The route for the threshold and the start in the address of the tab. */
export const useCollection = () => {
  const { project } = useProject()
  const { query: place, setQuery } = useTab()
  const threshold = Math.min(100, Math.max(0, Number(place.threshold ?? FULL_FROM) || 0))
  const [lng, lat] = [Number(place.lng), Number(place.lat)]
  const start = place.lng && place.lat && Number.isFinite(lng) && Number.isFinite(lat) ? { startLng: lng, startLat: lat } : null
  const params = { threshold, projectId: project?.id ?? '', ...start }
  const query = useQuery({
    queryKey: ['environment.trash', 'collection', params, lang.get()],
    queryFn: ({ signal }) => api.get<typeof collectionRoute>('blade-device/trash/collection', params, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return {
    query,
    threshold,
    hasStart: start !== null,
    setThreshold: (value: number) => setQuery({ threshold: value === FULL_FROM ? '' : value }),
    setStart: (at: { readonly lng: number; readonly lat: number } | null) =>
      setQuery({ lng: at ? at.lng.toFixed(PLACES) : '', lat: at ? at.lat.toFixed(PLACES) : '' }),
  }
}
