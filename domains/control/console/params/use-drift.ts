import { api, type RecordOf } from '@lamplight/console-kit'
import type { driftListRoute } from '../../server/params/drift.handler.ts'
import { conditions, useParamPage } from './use-param-page.ts'

/** A drifted parameter of a device in the answer of `blade-city/param/drift`. The texts contain the fields that differ. */
export type Drift = RecordOf<typeof driftListRoute>
export interface DriftFilter {
  readonly family: string
  readonly deviceType: string
  readonly areaId: string
  readonly keyword: string
}

const LIST = 'blade-city/param/drift'
const EXPORT_PAGE = 1000

/** The page of drift. */
export const useDrift = () =>
  useParamPage<Drift, DriftFilter>(LIST, ({ family = '', deviceType = '', areaId = '', keyword = '' }) => ({
    family,
    deviceType: /^\d{1,5}$/.test(deviceType) ? deviceType : '',
    areaId,
    keyword,
  }))

/** Loads all drift that matches, for a file. */
export const allDrift = async (filter: DriftFilter): Promise<readonly Drift[]> => {
  const found: Drift[] = []
  for (let current = 1; ; current += 1) {
    const page = await api.get<typeof driftListRoute>(LIST, { ...conditions(filter), current, size: EXPORT_PAGE }, { quiet: true })
    found.push(...page.records)
    if (page.records.length === 0 || found.length >= page.total) return found
  }
}
