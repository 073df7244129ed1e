import { type AnswerOf, api, lang, useCatchUp, useLive, useProject } from '@lamplight/console-kit'
import { liveTopic } from '@lamplight/devices/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { solarLampType } from '../model/solar-lamp.device.ts'
import type { solarPoints } from '../server/map.handler.ts'

type Answer = AnswerOf<typeof solarPoints>
/** Solar lamps on the map. `soc`: %, -1 if unknown. The arrays change in place with live news; `version` counts these changes. */
export interface SolarPoints {
  readonly ids: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly lng: Float64Array
  readonly lat: Float64Array
  readonly states: Uint8Array
  readonly soc: Int8Array
  readonly isCut: boolean
}
const DEGREES = 1e7
const pointsOf = ({ ids, lng, lat, states, soc, isCut }: Answer): SolarPoints => ({
  ids,
  indexOf: new Map(ids.map((id, at) => [id, at])),
  lng: Float64Array.from(lng, (one) => one / DEGREES),
  lat: Float64Array.from(lat, (one) => one / DEGREES),
  states: Uint8Array.from(states),
  soc: Int8Array.from(soc),
  isCut: isCut === 1,
})

/** The solar lamps of the selected project, kept live. */
export const useSolarPoints = () => {
  const { project } = useProject()
  const projectId = project?.id ?? ''
  const [version, setVersion] = useState(0)
  const query = useQuery({
    queryKey: ['solar.lamp', 'points', projectId, lang.get()],
    queryFn: async ({ signal }) =>
      pointsOf(await api.get<typeof solarPoints>('blade-sun/device/points', { projectId }, { signal, quiet: true })),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  useCatchUp(() => void query.refetch())
  useLive(liveTopic(solarLampType.name), ({ changes = [] }) => {
    const points = query.data
    if (!points) return
    for (const [id, news] of changes) {
      const { state, values } = news as { readonly state?: number; readonly values?: { readonly soc?: number } }
      const at = points.indexOf.get(id)
      if (at === undefined) continue
      if (typeof state === 'number') points.states[at] = state
      if (typeof values?.soc === 'number') points.soc[at] = Math.round(values.soc)
    }
    setVersion((old) => old + 1)
  })
  return { points: query.data, error: query.error, version, reload: () => void query.refetch() }
}
