import { instituteStrategies, poleStrategies, solarStrategies, specialStrategies, sprayStrategies, workStrategies } from '../model/pages.ts'
import { KINDS, SYSTEMS } from '../model/strategy.resource.ts'
import type { Draft } from './night/draft.ts'

export const LISTS = {
  city: workStrategies.path,
  special: specialStrategies.path,
  spray: sprayStrategies.path,
  visual: poleStrategies.path,
  sun: solarStrategies.path,
  institute: instituteStrategies.path,
} as const
export const EDITOR = '/city/strategyCenter/addStrateData'
export const INSTITUTE_EDITOR = '/intelligentInstitute/strategyCenter/addStrateData'
export const DETAIL = '/city/StrategyCenter/strategyDataDetail'
export const SPECIAL_DETAIL = '/city/StrategyCenter/specialDayDetail'

/** All versions of all strategies; the page of a strategy shows its own. */
export const VERSIONS = '/city/strategyCenter/versions'

/** The system of strategies that are added at an address. */
export const systemAt = (path: string, query: string | undefined): number =>
  path.toLowerCase() === INSTITUTE_EDITOR.toLowerCase() ? SYSTEMS.institute : Number(query) || SYSTEMS.city

/** The list that a strategy belongs to. */
export const listPathOf = ({ kind, systemType }: Pick<Draft, 'kind' | 'systemType'>, path: string): string => {
  if (systemAt(path, String(systemType)) === SYSTEMS.institute) return LISTS.institute
  if (systemType === SYSTEMS.visual) return LISTS.visual
  if (systemType === SYSTEMS.sun) return LISTS.sun
  if (kind === KINDS.spray) return LISTS.spray
  return kind === KINDS.special ? LISTS.special : LISTS.city
}

export const strategyHref = ({ id, kind }: { readonly id: string; readonly kind: number }): string =>
  `${kind === KINDS.special ? SPECIAL_DETAIL : DETAIL}?id=${id}`
/** The editor of a strategy with the devices of a publication as targets of its preview. */
export const previewHref = ({ id, strategyId }: { readonly id: string; readonly strategyId: string }): string =>
  `${EDITOR}?id=${strategyId}&publication=${id}`
export const editHref = (id: string, systemType: number): string =>
  `${systemType === SYSTEMS.institute ? INSTITUTE_EDITOR : EDITOR}?id=${id}`
