import { api, confirm, notify, useT, useTab } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DR } from './drift.messages.ts'
import { DRIFT_KEY } from './use-drift-count.ts'

/** A drifted parameter of a device in the answer of `blade-city/param/drift`. The texts contain the fields that differ. */
export interface Drift {
  readonly id: string
  readonly deviceId: string
  readonly sn: string
  readonly name: string
  readonly deviceType: number
  readonly typeName: string
  readonly areaName: string
  readonly family: string
  readonly familyName: string
  readonly wantedText: string
  readonly reportedText: string
  readonly wantedAt: string
  readonly reportedAt: string
  readonly status: number
  readonly statusName: string
  readonly reason: string
  readonly isAcceptable: number
}
interface DriftPage {
  readonly records: readonly Drift[]
  readonly total: number
}
export interface DriftFilter {
  readonly family: string
  readonly deviceType: string
  readonly areaId: string
  readonly keyword: string
}
/** A batch created by a repair. */
export interface Repaired {
  readonly batchId: string
  readonly total: number
}

const LIST = 'blade-city/param/drift'
const SIZE = 50
const SIZES = [10, 30, 50, 100, 200]
const EXPORT_PAGE = 1000
const EVERY_MS = 5000

const conditions = (filter: DriftFilter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/**
 * The list of drift. The tab's address holds filters and page. The list is reloaded every few seconds, because the devices' answers arrive late.
 */
export const useDrift = () => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = SIZES.includes(Number(place.size)) ? Number(place.size) : SIZE
  const { family = '', deviceType = '', areaId = '', keyword = '' } = place
  const filter: DriftFilter = { family, deviceType: /^\d{1,5}$/.test(deviceType) ? deviceType : '', areaId, keyword }
  const query = useQuery({
    queryKey: [DRIFT_KEY, 'list', filter, current, size],
    queryFn: ({ signal }) => api.get<DriftPage>(LIST, { ...conditions(filter), current, size }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
  return {
    query,
    filter,
    current,
    size,
    rows: query.data?.records ?? [],
    total: query.data?.total ?? 0,
    isFiltered: Object.keys(conditions(filter)).length > 0,
    setFilter: (changed: Partial<DriftFilter>) => setQuery({ ...changed, current: '' }),
    setPage: (page: { current: number; size: number }) =>
      setQuery({ current: page.current > 1 ? page.current : '', size: page.size === SIZE ? '' : page.size }),
  }
}

/** Loads all drift that matches, for a file. */
export const allDrift = async (filter: DriftFilter): Promise<readonly Drift[]> => {
  const found: Drift[] = []
  for (let current = 1; ; current += 1) {
    const page = await api.get<DriftPage>(LIST, { ...conditions(filter), current, size: EXPORT_PAGE }, { quiet: true })
    found.push(...page.records)
    if (page.records.length === 0 || found.length >= page.total) return found
  }
}

/** Sends wanted values again, or accepts reported ones. `batches`: those of the last repair. */
export const useSettleDrift = (onDone: () => void) => {
  const t = useT()
  const client = useQueryClient()
  const [batches, setBatches] = useState<readonly Repaired[]>([])
  const [isBusy, setBusy] = useState(false)
  const again = (): void => {
    void client.invalidateQueries({ queryKey: [DRIFT_KEY] })
    void invalidate('control.batch')
    onDone()
  }
  /** Runs one call at a time; the buttons are disabled meanwhile. The API client shows refusals. */
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await work().catch(() => undefined)
    setBusy(false)
  }
  const families = (rows: readonly Drift[]) => [...Map.groupBy(rows, ({ family }) => family)]
  const repair = (rows: readonly Drift[]): Promise<void> =>
    run(async () => {
      const made: Repaired[] = []
      for (const [family, same] of families(rows)) {
        const body = { family, ids: same.map(({ deviceId }) => deviceId) }
        made.push(...(await api.post<{ batches: readonly Repaired[] }>('blade-city/param/repair', { body })).batches)
      }
      setBatches(made)
      again()
    })
  const repairAll = async (filter: DriftFilter, n: string): Promise<void> => {
    if (!(await confirm({ title: t(DR.repairTitle, { n }), text: t(DR.repairText), ok: t(DR.repairChosen, { n }) }))) return
    await run(async () => {
      const chosen = { ...conditions(filter), ...(filter.deviceType && { deviceType: Number(filter.deviceType) }) }
      setBatches((await api.post<{ batches: readonly Repaired[] }>('blade-city/param/repair', { body: { filter: chosen } })).batches)
      again()
    })
  }
  const accept = async (rows: readonly Drift[], n: string): Promise<void> => {
    const [only] = rows
    const text = rows.length === 1 && only ? `${only.familyName}：${only.reportedText}` : ''
    const about = [text, t(DR.acceptText, { n })].filter(Boolean).join('\n')
    if (!(await confirm({ title: t(DR.acceptTitle), text: about, ok: t(DR.accept) }))) return
    await run(async () => {
      for (const [family, same] of families(rows))
        await api.post('blade-city/param/accept', { body: { family, ids: same.map(({ deviceId }) => deviceId) } })
      notify.success(t(DR.accepted, { n }))
      again()
    })
  }
  return { repair, repairAll, accept, isBusy, batches, close: () => setBatches([]) }
}
