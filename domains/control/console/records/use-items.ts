import { api, useLive, useTab } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CommandDevice } from '../../server/ledger/items.ts'

/** A device of a command on the wire; powers are W, times in the tenant's zone, unknown values "". */
export type Item = CommandDevice
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
    queryFn: ({ signal }) => api.get<{ records: readonly Item[]; total: number }>(PATH, parameters, { signal, quiet: true }),
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
    const page = await api.get<{ records: readonly Item[]; total: number }>(
      PATH,
      { commandRecordId: batchId, ...cut, current, size: EXPORT_PAGE },
      { quiet: true },
    )
    items.push(...page.records)
    if (page.records.length === 0 || items.length >= page.total) return items
  }
}
