import { onDevice } from '@lamplight/devices/server'
import { chargingPileType } from '../model/charging-pile.device.ts'
import { pile } from '../model/pile.resource.ts'

/** A pile is reached by the operator of its station. */
export const pileServer = onDevice(pile, chargingPileType, {
  beforeWrite: async ({ query, draft, old }) => {
    const { stationId }: Readonly<Record<string, unknown>> = { ...old, ...draft }
    const [row] = await query<{ operator_id: string }>(
      'select o.operator_id from charging_station s join charging_operator o on o.id = s.operator_id where s.id = $1',
      [stationId],
    )
    return row ? { ...draft, address: row.operator_id } : draft
  },
})
