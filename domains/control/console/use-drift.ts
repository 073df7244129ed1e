import { api } from '@lamplight/console-kit'
import { conditions, type ParamPage, useParamPage } from './use-param-page.ts'

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
  /** 0: the device has no wanted value that could be sent. */
  readonly isSendable: number
  readonly isAcceptable: number
}
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
    const page = await api.get<ParamPage<Drift>>(LIST, { ...conditions(filter), current, size: EXPORT_PAGE }, { quiet: true })
    found.push(...page.records)
    if (page.records.length === 0 || found.length >= page.total) return found
  }
}
