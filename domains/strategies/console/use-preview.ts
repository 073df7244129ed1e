import { type AnswerOf, api, useFormat, useLive } from '@lamplight/console-kit'
import { newKey } from '@lamplight/control/console'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { NightSums } from '../model/publication-facts.ts'
import { KINDS, SYSTEMS } from '../model/strategy.resource.ts'
import type { previewRoute } from '../server/preview.handler.ts'
import { bodyOf, type Content, type Draft } from './draft.ts'

export type Preview = AnswerOf<typeof previewRoute>

/** Kinds of targets, with the resource of which rows are chosen. */
export const TARGETS = {
  areaId: 'places.area',
  projectId: 'places.project',
  groupId: 'devices.group',
  streetId: 'lighting.street',
  lampIds: 'lighting.lamp',
  solarIds: 'solar.lamp',
  sprayIds: 'environment.spray',
} as const
export type TargetKind = keyof typeof TARGETS
/** Kind and system of a strategy: they decide to which devices it can be published. */
export type KindAndSystem = Pick<Draft, 'kind' | 'systemType'>
const PLACES = ['areaId', 'projectId', 'groupId'] as const
/** Kinds of targets of a strategy. */
export const targetsOf = ({ kind, systemType }: KindAndSystem): readonly TargetKind[] => {
  if (kind === KINDS.spray) return [...PLACES, 'sprayIds']
  return systemType === SYSTEMS.sun ? [...PLACES, 'solarIds'] : [...PLACES, 'streetId', 'lampIds']
}
/** Kinds of targets that list device ids, in contrast to a place or a group. */
const OF_DEVICES: readonly string[] = ['solarIds', 'sprayIds']
/** Targets that another page has chosen: the devices of a publication, or the lamps of a list. */
export interface Given {
  /** Short name of the choice. */
  readonly name: string
  readonly label: string
  readonly selector: Readonly<Record<string, unknown>>
}
export interface Target {
  readonly kind: TargetKind | 'given'
  readonly ids: readonly string[]
}
const NO_SELECTOR = {}
export const selectorOf = ({ kind, ids }: Target, given: Given | null): Readonly<Record<string, unknown>> => {
  if (kind === 'given') return given?.selector ?? NO_SELECTOR
  return ids.length > 0 ? { [OF_DEVICES.includes(kind) ? 'controllerIds' : kind]: ids.join() } : NO_SELECTOR
}

const PATH = 'blade-strategy/workstrategy/preview'
/** A shorter answer than this may be computed again after each change, ms. */
const QUICK = 2000
/** Pause after the last change before it is computed again, ms. */
const PAUSE = 700

/**
 * What a draft would do to its targets. It is computed when the targets change; after changes of the draft again if that is quick, else when the
 * user asks for it.
 */
export const usePreview = (
  draft: Content & KindAndSystem,
  id: string | null,
  selector: Readonly<Record<string, unknown>>,
  /** True: what happens if the strategy is taken from the targets. */
  unassign = false,
) => {
  const body = useMemo(
    () => ({ ...(id && { id }), kind: draft.kind, systemType: draft.systemType, ...bodyOf(draft), ...(unassign && { unassign }) }),
    [draft, id, unassign],
  )
  const wanted = JSON.stringify({ ...body, ...selector })
  const chosen = JSON.stringify(selector)
  const [asked, setAsked] = useState({ wanted, chosen })
  const [took, setTook] = useState(0)
  // A change of the targets is asked at once.
  if (asked.chosen !== chosen) setAsked({ wanted, chosen })
  const isOld = asked.wanted !== wanted
  const isEnabled = chosen !== '{}'
  const [key] = useState(newKey)
  const [share, setShare] = useState<number | null>(null)
  useLive(isEnabled ? `preview:${key}` : null, ({ done, total }) => setShare(Number(done) / Number(total)))
  useEffect(() => {
    if (!isOld || took === 0 || took > QUICK) return
    const timer = setTimeout(() => setAsked({ wanted, chosen }), PAUSE)
    return () => clearTimeout(timer)
  }, [isOld, took, wanted, chosen])
  const query = useQuery({
    queryKey: ['strategies.preview', asked.wanted],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const begun = performance.now()
      setShare(null)
      const answer = await api.post<AnswerOf<typeof previewRoute>>(PATH, {
        body: { ...(JSON.parse(asked.wanted) as object), progress: key },
        signal,
        quiet: true,
      })
      setTook(performance.now() - begun)
      return answer
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  return {
    ...query,
    isOld,
    share,
    again: () => setAsked({ wanted, chosen }),
  }
}

export interface Place {
  readonly lat: number
  readonly lng: number
}
/** All lamps that the user sees. */
export const EVERY_LAMP = { filter: { all: '1' } } as const
/** Middle of China's cities: where nothing else is known. */
export const SOMEWHERE: Place = { lat: 34, lng: 113 }
const PROBE = { nights: 1, entries: [{ trigger: 2, level: 100 }] }

/** The middle of the lamps that a selector, a stored strategy, or the user's rights name; null if it is not known. */
export const useMiddle = (selector: Readonly<Record<string, unknown>>) =>
  useQuery({
    queryKey: ['strategies.middle', selector],
    queryFn: async ({ signal }) => {
      const { site } = await api.post<AnswerOf<typeof previewRoute>>(PATH, { body: { ...PROBE, ...selector }, signal, quiet: true })
      return site
    },
    retry: false,
    staleTime: 300_000,
  }).data ?? null

/** Price and sums of the preview, formatted. Times are those of all lamps divided by their number. */
export const useSums = (devices: number) => {
  const format = useFormat()
  const perLamp = (seconds: number, unit: number): number => seconds / unit / Math.max(1, devices)
  return [
    ['burning', ({ lit }: NightSums) => perLamp(lit, 3600), (value: number) => format.unit(value, 'h', 0)],
    ['energy', ({ kwh }: NightSums) => kwh, (value: number) => `${format.number(value, 0)} kWh`],
    ['cost', ({ cost }: NightSums) => cost, (value: number) => format.number(value, 0)],
    ['co2', ({ co2 }: NightSums) => co2, (value: number) => format.unit(value, 'kg', 0)],
    ['darkBeforeDusk', ({ darkBeforeDusk }: NightSums) => perLamp(darkBeforeDusk, 60), (value: number) => format.unit(value, 'min', 0)],
    ['litInDaylight', ({ litInDaylight }: NightSums) => perLamp(litInDaylight, 60), (value: number) => format.unit(value, 'min', 0)],
  ] as const
}
