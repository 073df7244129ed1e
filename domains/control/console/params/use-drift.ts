import type { RecordOf } from '@lamplight/console-kit'
import { allRows, useRows } from '@lamplight/console-kit/resource'
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
export const allDrift = (wanted: Readonly<Record<string, string>>): Promise<readonly Drift[]> =>
  allRows<typeof driftListRoute>(LIST, wanted, EXPORT_PAGE)
