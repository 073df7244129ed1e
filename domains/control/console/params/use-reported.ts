import type { RecordOf } from '@lamplight/console-kit'
import { type RowsCall, useRows } from '@lamplight/console-kit/resource'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import type { matrixRoute } from '../../server/params/param-page.handler.ts'
import { DRIFT_KEY, PARAMS_EVERY_MS } from './use-drift-count.ts'

/** A device in the answer of the `data` call of a family. */
export type Reported = Omit<RecordOf<typeof matrixRoute>, 'family' | 'familyName' | 'gatewayOnline'>
/** `drift` 1: only devices that differ from what is wanted. */
const FILTERS = ['keyword', 'projectId', 'areaId', 'drift'] as const
export type ReportedFilter = Readonly<Record<(typeof FILTERS)[number], string>>

/** The page of what devices reported of a family. */
export const useReported = ({ data }: ParamFamilyDefinition) =>
  useRows<RowsCall<Reported>, keyof ReportedFilter>(data?.list ?? '', {
    of: DRIFT_KEY,
    filters: FILTERS,
    every: PARAMS_EVERY_MS,
    enabled: data !== undefined,
  })
