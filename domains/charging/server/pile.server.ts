import { joinedState, onDevice } from '@lamplight/devices/server'
import { chargingPileType } from '../model/charging-pile.device.ts'
import { pile } from '../model/pile.resource.ts'

const state = joinedState(pile.fields, chargingPileType)

/** Rows show the operator of their station. The access address of a pile is the OperatorID of that operator: the driver finds the platform by it. */
export const pileServer = onDevice(pile, chargingPileType, {
  joined: {
    ...state,
    sql: `${state.sql} left join charging_station cs on cs.id = t.station_id left join charging_operator co on co.id = cs.operator_id`,
    fields: { ...state.fields, operatorName: 'co.name' },
  },
  beforeWrite: async ({ query, draft, old }) => {
    const { stationId }: Readonly<Record<string, unknown>> = { ...old, ...draft }
    const [row] = await query<{ operator_id: string }>(
      'select o.operator_id from charging_station s join charging_operator o on o.id = s.operator_id where s.id = $1',
      [stationId],
    )
    return row ? { ...draft, address: row.operator_id } : draft
  },
})
