import type { Platform } from '@lamplight/server-kit'
import type { PlayedOperators, PlayedStation } from '../model/ports.ts'
import type { DemoOperator, Spot } from './demo-operator.ts'
import { virtualOperators } from './operators.ts'

interface Row {
  readonly operator_id: string
  readonly station_id: string
  readonly name: string
  readonly address: string | null
  readonly sn: string
  readonly rated_power: number | null
  readonly pile: string
  readonly station: string
  readonly spot: Spot
}
const PILES = `select s.operator_id, s.station_id, s.name, s.address, p.sn, p.rated_power, p.id::text as pile, s.id::text as station,
    json_build_object('tenant_id', p.tenant_id, 'project_id', p.project_id::text, 'area_id', p.area_id::text, 'lng', s.lng, 'lat', s.lat) as spot
  from charging_station s join charging_pile p on p.station_id = s.id and not p.is_deleted and p.activated is not false
  where s.operator_id = any($1) and not s.is_deleted order by s.id, p.sn`

const stationsOf = (rows: readonly Row[]): PlayedStation[] =>
  [...Map.groupBy(rows, (row) => row.station_id)].map(([stationId, own]) => ({
    stationId,
    name: own[0]?.name ?? stationId,
    address: own[0]?.address ?? '',
    connectors: own.map(({ sn, rated_power }) => ({ sn, ratedPower: rated_power ?? 60 })),
  }))

/** Returns the operators that the virtual city plays, with their stations and the places of their connectors. */
export const demoOperators = async (platform: Platform): Promise<readonly DemoOperator[]> => {
  const operators = await virtualOperators(platform)
  const rows = await platform.system.query<Row>(PILES, [operators.map(({ id }) => id)])
  const own = Map.groupBy(rows, (row) => row.operator_id)
  return operators.map(({ id, kind, operatorId, secret, tenantId }) => {
    const piles = own.get(id) ?? []
    const places = piles.map(
      ({ sn, pile, station, station_id, spot }) => [sn, { pileId: pile, stationId: station, stationCode: station_id, spot }] as const,
    )
    return { id, kind, operatorId, secret, tenantId, stations: stationsOf(piles), places: new Map(places) }
  })
}

/** Provides the port `charging.played`: it lists the operators, stations and connectors that the virtual city plays, and keeps the address for commands. */
export const createPlayedOperators = (platform: Platform): PlayedOperators => {
  let at: string | null = null
  return {
    all: () => demoOperators(platform),
    attach: (url) => {
      at = url
    },
    url: () => at,
  }
}
