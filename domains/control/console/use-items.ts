import { api, useLive, useTab } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** A device of a command on the wire; powers are W, times in the tenant's zone, unknown values "". */
export interface Item {
  readonly deviceId: string
  readonly sn: string
  readonly name: string
  /** Id of the lamp that the device drives; '' if it drives none. */
  readonly lampId: string
  readonly lampName: string
  /** Name of its street or area. */
  readonly place: string
  readonly gatewaySn: string
  readonly rung: number
  /** 0 pending, 1 running, 2 success, 4 failed, 5 timed out, 6 superseded */
  readonly state: number
  readonly code: string
  readonly late: number
  readonly attempts: number
  readonly expectedPower: string
  readonly measuredPower: string
  readonly queuedAt: string
  readonly sentAt: string
  readonly receivedAt: string
  readonly appliedAt: string
  readonly verifiedAt: string
  readonly endedAt: string
  readonly returnedAt: string
}
interface ItemPage {
  readonly records: readonly Item[]
  readonly total: number
}
const PATH = 'blade-city/commandrecord/executeStatus'
const SIZES = [10, 30, 50, 100, 200]
/** While a command runs, rows are reloaded at most once in this time, ms. */
const PAUSE = 1000
const EXPORT_PAGE = 5000

/** Returns a function that calls `work` after PAUSE; calls within that time are merged. */
const useThrottled = (work: () => void): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, PAUSE)
  }
}

/** The devices of a command by page; the tab's address holds state, serial number and page. */
export const useItems = (batchId: string) => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = SIZES.includes(Number(place.size)) ? Number(place.size) : 50
  const { state = '', sn = '' } = place
  const parameters = { commandRecordId: batchId, state, sn, current, size }
  const query = useQuery({
    queryKey: ['control.batch', 'items', parameters],
    queryFn: ({ signal }) => api.get<ItemPage>(PATH, parameters, { signal, quiet: true }),
  })
  const again = useThrottled(() => void query.refetch())
  useLive(`batch:${batchId}`, again)
  return {
    query,
    current,
    size,
    state,
    sn,
    items: query.data?.records ?? [],
    total: query.data?.total ?? 0,
    setPage: (page: { current: number; size: number }) =>
      setQuery({ current: page.current > 1 ? page.current : '', size: page.size === 50 ? '' : page.size }),
    setState: (next: string) => setQuery({ state: next, current: '' }),
    setSn: (next: string) => setQuery({ sn: next.trim(), current: '' }),
  }
}

/** Loads all devices of a command that match, for a file. */
export const allItems = async (batchId: string, cut: { readonly state: string; readonly sn: string }): Promise<readonly Item[]> => {
  const items: Item[] = []
  for (let current = 1; ; current += 1) {
    const page = await api.get<ItemPage>(PATH, { commandRecordId: batchId, ...cut, current, size: EXPORT_PAGE }, { quiet: true })
    items.push(...page.records)
    if (page.records.length === 0 || items.length >= page.total) return items
  }
}
