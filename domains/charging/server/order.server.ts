import { type Change, type Ctx, changed, errors, onLifecycle, onServer } from '@lamplight/server-kit'
import { chargingErrors } from '../model/charging.errors.ts'
import { ORDER } from '../model/order.lifecycle.ts'
import { order } from '../model/order.resource.ts'
import { sharesOf, totalOf } from '../model/shares.ts'
import { refreshBill } from './bill.ts'

const yuan = (column: string): string => `(t.${column}::float8 / 100)`
const HOURS = 'extract(epoch from t.end_time - t.start_time)::float8 / 3600'

interface Figures {
  readonly electricityFen?: number | null
  readonly serviceFen?: number | null
  readonly startTime?: string | null
  readonly endTime?: string | null
}
const isoOf = (time: Date | string | null): string | null => (time === null ? null : new Date(time).toISOString())
/** Figures of an order for the audit log, yuan. */
const figuresOf = (row: Figures & { readonly state?: number | null }) => ({
  ...(row.state === undefined ? {} : { state: row.state }),
  electricityFee: (row.electricityFen ?? 0) / 100,
  serviceFee: (row.serviceFen ?? 0) / 100,
  total: totalOf(row) / 100,
  endTime: row.endTime ?? null,
})
interface Wanted {
  readonly amount?: number | null
  readonly endTime?: string | null
}
/** The new end; undefined if the modification does not change it. */
const endIn = ({ endTime }: Wanted): Date | undefined => (endTime ? new Date(endTime) : undefined)
const checkWanted = (ctx: Ctx, row: Figures, input: Wanted): void => {
  const end = endIn(input)
  const isOtherTotal = typeof input.amount === 'number' && Math.round(input.amount * 100) !== totalOf(row)
  const isOtherEnd = end !== undefined && end.getTime() !== Date.parse(row.endTime ?? '')
  if (!isOtherTotal && !isOtherEnd) throw chargingErrors.nothingChanged({}, 'amount')
  if (!end && !row.endTime) throw errors.missingParameter({ field: 'endTime' }, 'endTime')
  if (end && (end > ctx.now() || end.getTime() < Date.parse(row.startTime ?? ''))) throw chargingErrors.badEnd({}, 'endTime')
}

/** A modification stores the former figures and the user in the row of the order. The history and the audit log name the user too (rule.charging.modify). */
export const orderServer = onServer(order, {
  joined: {
    sql: 'left join charging_pile cp on cp.id = t.pile_id',
    fields: {
      connectorName: 'cp.name',
      electricity: '(t.energy_wh::float8 / 1000)',
      power: `(case when t.end_time > t.start_time then t.energy_wh / 1000.0::float8 / (${HOURS}) end)`,
      electricityFee: yuan('electricity_fen'),
      serviceFee: yuan('service_fen'),
      total: '((t.electricity_fen + t.service_fen)::float8 / 100)',
      formerElectricityFee: yuan('former_electricity_fen'),
      formerServiceFee: yuan('former_service_fen'),
      formerTotal: '((t.former_electricity_fen + t.former_service_fen)::float8 / 100)',
    },
  },
  lifecycle: onLifecycle(order, {
    // The bill sums all orders of a station, also those that data scopes hide from the user.
    across: true,
    transitions: {
      modify: {
        before: async ({ ctx, rows, input }) => {
          for (const row of rows) checkWanted(ctx, row, input)
        },
        after: async ({ ctx, query, rows, input }) => {
          let change: Change | undefined
          for (const row of rows) {
            const { electricity, service } = sharesOf(row, input.amount)
            const endTime = endIn(input) ?? row.endTime ?? null
            await query(
              `update charging_order set former_electricity_fen = electricity_fen, former_service_fen = service_fen, former_end_time = end_time,
                 electricity_fen = $2, service_fen = $3, end_time = $4, modified_by = $5, modified_at = $6, reason = $7 where id = $1`,
              [row.id, electricity, service, endTime, ctx.user.name || ctx.user.account, ctx.now(), input.reason],
            )
            const ends = [row.endTime ?? null, endTime]
            if (row.stationId) await refreshBill(query, { tenantId: row.tenantId, stationId: row.stationId, ends })
            change = changed(figuresOf(row), {
              ...figuresOf({ electricityFen: electricity, serviceFen: service, endTime: isoOf(endTime) }),
              state: ORDER.settled,
            })
          }
          return change
        },
      },
    },
  }),
})
