import type { ParamFamilyDefinition } from '@lamplight/kit'
import type { ParamValues } from './param-words.ts'
import { useParamPage } from './use-param-page.ts'

/** A device in the answer of the `data` call of a family. */
export interface Reported {
  readonly deviceId: string
  readonly sn: string
  readonly name: string
  readonly deviceType: number
  readonly gatewayId: string
  readonly gatewayName: string
  readonly areaName: string
  readonly reported: ParamValues | null
  readonly wanted: ParamValues | null
  readonly reportedAt: string
  readonly drift: number
  readonly status: number
  readonly statusName: string
  readonly reason: string
}
export interface ReportedFilter {
  readonly keyword: string
  readonly projectId: string
  readonly areaId: string
  /** `1`: only devices that differ from what is wanted. */
  readonly drift: string
}

/** The page of what devices reported of a family. */
export const useReported = ({ data }: ParamFamilyDefinition) =>
  useParamPage<Reported, ReportedFilter>(data?.list, ({ keyword = '', projectId = '', areaId = '', drift = '' }) => ({
    keyword,
    projectId,
    areaId,
    drift: drift === '1' ? '1' : '',
  }))
