import { type AnswerOf, api, formatTime, type News, queryClient, useCatchUp, useLive, zone } from '@lamplight/console-kit'
import { liveTopic, ROW_TYPES } from '@lamplight/devices/model'
import { useQuery } from '@tanstack/react-query'
import type { cabinetLive } from '../server/live.handler.ts'

type Cabinet = AnswerOf<typeof cabinetLive>[number]
export type LiveUnit = Omit<Cabinet['units'][number], 'values'> & { readonly values: Readonly<Record<string, unknown>> }
export type LiveCabinet = Omit<Cabinet, 'units'> & { readonly units: readonly LiveUnit[] }
interface Change {
  readonly state?: number
  readonly reportedAt?: number
  readonly values?: Readonly<Record<string, unknown>>
}
type Selection = { readonly ids?: string; readonly productId?: string; readonly groupId?: string }

/** Interval at which the values are loaded again, in case a push was lost. */
const EVERY_MS = 60_000

const changesIn = (news: News): ReadonlyMap<string, Change> =>
  new Map(Array.isArray(news.changes) ? (news.changes as [string | number, Change][]).map(([id, change]) => [String(id), change]) : [])

const withChange = (unit: LiveUnit, change: Change | undefined): LiveUnit =>
  change
    ? {
        ...unit,
        deviceState: change.state ?? unit.deviceState,
        reportedAt: change.reportedAt ? formatTime(change.reportedAt, zone.get()) : unit.reportedAt,
        values: { ...unit.values, ...change.values },
      }
    : unit

/** Cabinets with the latest values of their units. Pushes update the values. With `selection` null it loads nothing. */
export const useLiveCabinets = (selection: Selection | null) => {
  const key = ['roadcabinets.cabinet', 'live', selection]
  const query = useQuery({
    queryKey: key,
    enabled: selection !== null,
    queryFn: ({ signal }) => api.get<readonly LiveCabinet[]>('blade-visual/cabinet/live', { ...selection }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  useLive(selection === null ? null : liveTopic(ROW_TYPES), (news) => {
    const changes = changesIn(news)
    const old = queryClient.getQueryData<readonly LiveCabinet[]>(key)
    if (!old?.some(({ units }) => units.some(({ deviceId }) => changes.has(deviceId)))) return
    queryClient.setQueryData<readonly LiveCabinet[]>(
      key,
      old.map((cabinet) => ({ ...cabinet, units: cabinet.units.map((unit) => withChange(unit, changes.get(unit.deviceId))) })),
    )
  })
  useCatchUp(() => void query.refetch())
  return query
}
