import type { RecordOf } from '@lamplight/console-kit'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import type { matrixRoute } from '../../server/params/param-page.handler.ts'
import { useParamPage } from './use-param-page.ts'

/** A device in the answer of the `data` call of a family. */
export type Reported = Omit<RecordOf<typeof matrixRoute>, 'family' | 'familyName' | 'gatewayOnline'>
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
