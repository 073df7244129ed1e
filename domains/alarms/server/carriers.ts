import type { Text } from '@lamplight/kit'
import { storedPair } from '@lamplight/server-kit'

/** Names of carriers by the `operator` of a SIM card. */
export const CARRIERS: Readonly<Record<number, Text>> = {
  1: ['中国移动', 'China Mobile'],
  2: ['中国联通', 'China Unicom'],
  3: ['中国电信', 'China Telecom'],
}

/** SQL of the name of an incident, in which the name of a carrier is stored in both languages, in the language of the request. */
export const incidentName = (column: string): string =>
  Object.values(CARRIERS).reduce((sql, pair) => `replace(${sql}, '${storedPair(pair)}', ll_said('${pair[0]}', '${pair[1]}'))`, column)
