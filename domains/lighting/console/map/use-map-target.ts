import { api, lang, type QueryPatch, type TabHandle } from '@lamplight/console-kit'
import type { CityMapHandle } from '@lamplight/console-kit/map'
import type { Selector } from '@lamplight/control/model'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { targetOf } from '../../server/target.handler.ts'
import type { useCity } from './use-city.ts'
import { insetOf } from './use-map-page.ts'

/** Kinds of places in the map's address: all lamps of the place are selected. */
export const TARGETS = ['street', 'area', 'group', 'batch', 'gateway', 'post', 'loop', 'switchbox'] as const
export type TargetKind = (typeof TARGETS)[number]
export interface MapTarget {
  readonly kind: TargetKind
  readonly id: string
  readonly name: string
  /** Number of its lamps that are on the map and selected. */
  readonly count: number
  /** False if the map does not show all its lamps: the command then lists the selected ones by id. */
  readonly whole: boolean
}

/** Removes every place, card and prepared command from the address. */
export const NO_PLACE: QueryPatch = {
  lamp: null,
  device: null,
  ...Object.fromEntries(TARGETS.map((kind) => [kind, null])),
  command: null,
  level: null,
}

/** Kinds whose lamps the server selects by the place's id. */
const SELECTORS: Readonly<Partial<Record<TargetKind, keyof Selector>>> = { street: 'streetId', area: 'areaId', group: 'groupId' }

/**
 * The street, area, group, gateway or post in the address (`?street=ID`): selected when map and lamps are loaded, and named while the selection
 * is exactly that. Gateways and posts show their card instead and select nothing.
 */
export const useMapTarget = (
  map: RefObject<CityMapHandle | null>,
  tab: TabHandle,
  city: ReturnType<typeof useCity>,
  ready: boolean,
  onStreet: (name: string | undefined) => void,
) => {
  const [target, setTarget] = useState<MapTarget | null>(null)
  const choosing = useRef(false)
  /** Number of the newest selection. Answers for older selections are dropped. */
  const newest = useRef(0)
  const kind = TARGETS.find((one) => tab.query[one])
  const id = kind ? (tab.query[kind] as string) : null
  const select = async (of: TargetKind, placeId: string): Promise<void> => {
    newest.current += 1
    const mine = newest.current
    setTarget(null)
    const { name, nameEn, ids } = await api.get<typeof targetOf>('blade-city/lamp/target', { [`${of}Id`]: placeId })
    if (mine !== newest.current) return
    choosing.current = true
    map.current?.select(ids)
    choosing.current = false
    const count = map.current?.selectedIds().length ?? 0
    setTarget({ kind: of, id: placeId, name: lang.get() === 'en' && nameEn ? nameEn : name, count, whole: count === new Set(ids).size })
    onStreet(of === 'street' ? name : undefined)
    if (count > 0) map.current?.fit(ids, insetOf())
  }
  const follow = useEffectEvent((): void => {
    if (kind && id && kind !== 'gateway' && kind !== 'post') void select(kind, id).catch(() => tab.setQuery(NO_PLACE))
  })
  const loaded = city.count > 0
  useEffect(() => {
    if (ready && loaded && kind && id) follow()
  }, [ready, loaded, kind, id])
  /** Call it when the selection changed; ignored if this hook caused the change. */
  const changed = (): void => {
    if (choosing.current || !target) return
    setTarget(null)
    onStreet(undefined)
    tab.setQuery({ street: null, area: null, group: null, batch: null, loop: null, switchbox: null, command: null, level: null })
  }
  const selectorOf = (ids: readonly string[]): Selector => {
    // A lamp is sent by its id, because some users may send a command only to one lamp and not to a place.
    const key = target?.whole && ids.length > 1 ? SELECTORS[target.kind] : undefined
    return key && target ? { [key]: target.id } : { controllerIds: ids }
  }
  return {
    target,
    /** True if the selection is the place in the address. */
    settled: target !== null && target.kind === kind && target.id === id,
    changed,
    selectorOf,
    /** Selects all lamps of the gateway or post in the open card. */
    select: (of: TargetKind, placeId: string) => void select(of, placeId).catch(() => undefined),
    open: (of: TargetKind, placeId: string) => tab.setQuery({ ...NO_PLACE, [of]: placeId }),
  }
}
