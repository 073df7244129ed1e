import type { Text } from '@lamplight/kit'

/** Reason of a version that the platform made because special days have changed; stored in Chinese. Other reasons are those that users gave. */
export const DAYS_CHANGED: Text = ['特殊日已变更', 'Special days have changed']

/** SQL of the reason of a version in the language of the request. */
export const versionReason = (column: string): string =>
  `case when ${column} = '${DAYS_CHANGED[0]}' then ll_said('${DAYS_CHANGED[0]}', '${DAYS_CHANGED[1]}') else ${column} end`
