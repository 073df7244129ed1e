import { api, type RecordOf } from '@lamplight/console-kit'
import { useRows } from '@lamplight/console-kit/resource'
import type { driftListRoute } from '../../server/params/drift.handler.ts'
import { DRIFT_KEY, PARAMS_EVERY_MS } from './use-drift-count.ts'

/** A drifted parameter of a device in the answer of `blade-city/param/drift`. The texts contain the fields that differ. */
export type Drift = RecordOf<typeof driftListRoute>
const FILTERS = ['family', 'deviceType', 'areaId', 'keyword'] as const
export type DriftFilter = Readonly<Record<(typeof FILTERS)[number], string>>

const LIST = 'blade-city/param/drift'
const EXPORT_PAGE = 1000

/** The page of drift. */
export const useDrift = () =>
  useRows<typeof driftListRoute, keyof DriftFilter>(LIST, { of: DRIFT_KEY, filters: FILTERS, every: PARAMS_EVERY_MS })

/** Loads all drift that matches, for a file. */
export const allDrift = async (wanted: Readonly<Record<string, string>>): Promise<readonly Drift[]> => {
  const found: Drift[] = []
  for (let current = 1; ; current += 1) {
    const page = await api.get<typeof driftListRoute>(LIST, { ...wanted, current, size: EXPORT_PAGE }, { quiet: true })
    found.push(...page.records)
    if (page.records.length === 0 || found.length >= page.total) return found
  }
}
