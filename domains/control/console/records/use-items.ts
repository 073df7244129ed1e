import { useLive } from '@lamplight/console-kit'
import { allRows, type RowsCall, useRows } from '@lamplight/console-kit/resource'
import { useEffect, useRef } from 'react'
import type { CommandDevice } from '../../server/ledger/items.ts'

/** A device of a command on the wire; powers are W, times in the tenant's zone, unknown values "". */
export type Item = CommandDevice
const PATH = 'blade-city/commandrecord/executeStatus'
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
  const list = useRows<RowsCall<Item>, 'state' | 'sn'>(PATH, {
    of: 'control.batch',
    filters: ['state', 'sn'],
    fixed: { commandRecordId: batchId },
  })
  const again = useThrottled(() => void list.query.refetch())
  useLive(`batch:${batchId}`, again)
  return list
}

/** Loads all devices of a command that match, for a file. */
export const allItems = (batchId: string, cut: { readonly state: string; readonly sn: string }): Promise<readonly Item[]> =>
  allRows<RowsCall<Item>>(PATH, { commandRecordId: batchId, ...cut }, EXPORT_PAGE)
