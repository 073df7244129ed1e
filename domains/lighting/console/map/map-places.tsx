import { api, confirm, Icon, notify, useFormat, usePermission, useT } from '@lamplight/console-kit'
import type { CityMapHandle, Outline } from '@lamplight/console-kit/map'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import '../boundary.css'
import { G } from './ground.messages.ts'
import { type JumpArea, outlineOf, useBoundaries, useJumpAreas, useOutlines, usePlaceHandle } from './map-ground.ts'
import type { useCity } from './use-city.ts'

const NONE: readonly Outline[] = []
const EARTH_M = 6_371_000
const rad = (degrees: number): number => (degrees * Math.PI) / 180
/** Distance between two near places, m. */
export const metres = (a: readonly [number, number], b: readonly [number, number]): number =>
  EARTH_M * Math.hypot(rad(b[1] - a[1]), rad(b[0] - a[0]) * Math.cos(rad((a[1] + b[1]) / 2)))

/** Tools at the top of the city map besides the search: jump areas, boundaries, moving lamps. */
export const MapPlaces = ({
  map,
  ready,
  city,
  lampId,
  onJump,
}: {
  readonly map: RefObject<CityMapHandle | null>
  readonly ready: boolean
  readonly city: ReturnType<typeof useCity>
  readonly lampId: string | null
  readonly onJump: (areaId: string) => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const mayEdit = usePermission('lamp_edit')
  const jumps = useJumpAreas(usePermission('mapjumparea_view')).data ?? []
  const mayOutline = usePermission('area_view')
  const [outlined, setOutlined] = useState(false)
  const [moving, setMoving] = useState(false)
  const { data, isError } = useBoundaries(outlined)
  useEffect(() => {
    if (outlined && isError) notify.warning(G.boundariesFailed)
    else if (outlined && data?.length === 0) notify.info(G.noBoundaries)
  }, [outlined, isError, data])
  useOutlines(
    map,
    ready,
    useMemo(() => (outlined && data ? data.map(outlineOf) : NONE), [outlined, data]),
  )
  const index = lampId ? city.store.indexOf(lampId) : -1
  const { lng, lat } = city.store.points()
  const at: readonly [number, number] | null = index < 0 ? null : [lng[index] ?? 0, lat[index] ?? 0]
  usePlaceHandle(map, {
    lampId: moving ? lampId : null,
    at,
    words: t(G.dragLamp),
    onMoved: async (moved) => {
      const [longitude, latitude] = moved.map((part) => Number(part.toFixed(7))) as [number, number]
      const text = t(G.placeText, {
        lng: longitude.toFixed(6),
        lat: latitude.toFixed(6),
        m: number(Math.round(at ? metres(at, moved) : 0)),
      })
      const yes = await confirm({ title: t(G.placeTitle), text, ok: t(G.placeDo) })
      if (yes)
        await api.post('blade-city/lamp/updateLocation', { body: { id: lampId, longitude, latitude } }).then(
          () => notify.success(G.placed),
          () => undefined,
        )
      city.reload()
    },
  })
  const jump = (chosen: JumpArea | undefined): void => {
    if (!chosen) return
    if (chosen.longitude && chosen.latitude)
      map.current?.flyTo(Number(chosen.longitude), Number(chosen.latitude), chosen.zoom > 0 ? chosen.zoom : 16)
    else onJump(chosen.areaId)
  }
  return (
    <>
      {jumps.length > 0 && (
        <span className="ll-city-layers ll-city-jump" title={t(G.jump)}>
          <Icon name="pin" />
          <select aria-label={t(G.jump)} value="" onChange={(event) => jump(jumps.find(({ id }) => id === event.target.value))}>
            <option value="">{t(G.jump)}</option>
            {jumps.map(({ id, areaName }) => (
              <option key={id} value={id}>
                {areaName}
              </option>
            ))}
          </select>
        </span>
      )}
      {mayOutline && (
        <button
          type="button"
          className="ll-city-layers ll-city-desk"
          aria-pressed={outlined}
          title={t(G.boundaries)}
          onClick={() => setOutlined(!outlined)}
        >
          <Icon name="environment" />
          <span>{t(G.boundaries)}</span>
        </button>
      )}
      {mayEdit && (
        <button
          type="button"
          className="ll-city-layers ll-city-desk"
          aria-pressed={moving}
          title={t(moving && !lampId ? G.pickLamp : G.editPlaces)}
          onClick={() => {
            setMoving(!moving)
            if (!moving && !lampId) notify.info(G.pickLamp)
          }}
        >
          <Icon name="pin" />
          <span>{t(G.editPlaces)}</span>
        </button>
      )}
    </>
  )
}
