import type { RowTools, SliceRows } from '@lamplight/testing'
import { PUSH_EXAMPLE } from '../server/push.handler.ts'
import { envelope } from '../server/signature.ts'

/** Kind and secret of operators that their add call makes from the API example. */
const [KIND, SECRET] = [1, 'Sample-signing-secret-1'] as const

/** A pile of the tenant's station that the tenant's operator may push for. */
const pileOf = async ({ tenantId, writer, row }: RowTools): Promise<string> => {
  const body = { sn: `PILE-${tenantId}`, name: `桩 ${tenantId}`, stationId: await row('charging.station') }
  const { code, msg, data } = await writer.post<{ id: string }>('/api/blade-charging/pile/submit', body)
  if (code !== 200) throw new Error(`a charging pile: ${msg}`)
  return data.id
}

/** Columns of an order of the tenant's pile. */
const placed = async ({ row, one }: RowTools) => {
  const pileId = await row('charging.pile')
  const { station_id, code, operator_id, sn } = await one(
    `select p.station_id, s.station_id as code, s.operator_id, p.sn from charging_pile p join charging_station s on s.id = p.station_id where p.id = $1`,
    [pileId],
  )
  return { pile_id: pileId, station_id, station_code: code, operator_id, connector_id: sn }
}
const FEES = { energy_wh: 30_000, electricity_fen: 2400, service_fen: 1200 } as const

export const chargingRows: SliceRows = {
  rows: {
    'charging.pile': pileOf,
    /** A finished order. */
    'charging.order': async (tools) => {
      const { operator_id, ...place } = await placed(tools)
      const times = { start_time: '2026-01-01 08:00:00+08', end_time: '2026-01-01 09:00:00+08', pushed_at: '2026-01-01 09:00:00+08' }
      const own = { start_charge_seq: `SEQ-${tools.tenantId}`, state: 2, stop_reason: 0 }
      return tools.insert('charging_order', { ...own, ...place, operator_id, ...FEES, ...times })
    },
    'charging.checkOrder': async (tools) => {
      const { operator_id } = await placed(tools)
      const times = { start_time: '2026-01-01 00:00:00+08', end_time: '2026-01-01 23:59:59+08' }
      const counts = { orders: 1, settled: 1, disputed: 0, unknown: 0, energy_wh: 30_000, total_fen: 3600 }
      return tools.insert('charging_check_order', { check_order_seq: `CHECK-${tools.tenantId}`, operator_id, ...counts, ...times })
    },
  },
  words: async ({ one, row }) => {
    const [order, check] = [await row('charging.order'), await row('charging.checkOrder')]
    const { sn, station, operator_id } = await one(
      `select p.sn, s.station_id as station, p.address as operator_id from charging_pile p join charging_station s on s.id = p.station_id where p.id = $1`,
      [await row('charging.pile')],
    )
    const pushed = { ConnectorStatusInfo: { ConnectorID: sn, Status: 1 } }
    const signed = envelope({ kind: KIND, operatorId: String(operator_id), secret: SECRET }, pushed, Date.now())
    return {
      'ORDER-0001': String((await one('select start_charge_seq as seq from charging_order where id = $1', [order])).seq),
      'CHECK-0001': String((await one('select check_order_seq as seq from charging_check_order where id = $1', [check])).seq),
      'STATION-OF-ORDERS': String(station),
      [PUSH_EXAMPLE.OperatorID]: signed.OperatorID,
      [PUSH_EXAMPLE.Data]: signed.Data,
      [PUSH_EXAMPLE.TimeStamp]: signed.TimeStamp,
      [PUSH_EXAMPLE.Sig]: signed.Sig,
    }
  },
  unwritten: ['charging.order', 'charging.checkOrder'],
}
