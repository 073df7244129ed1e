/** Fees of an order, fen. */
interface Fees {
  readonly electricityFen?: number | null
  readonly serviceFen?: number | null
}
export const totalOf = ({ electricityFen, serviceFen }: Fees): number => (electricityFen ?? 0) + (serviceFen ?? 0)

/**
 * Splits the total of a modified order into electricity fee and service fee, fen, in the ratio of the former fees. `amount`: the new total, yuan; null keeps
 * the former total. If the order had no fees, the whole total is electricity fee.
 */
export const sharesOf = (row: Fees, amount: number | null | undefined): { readonly electricity: number; readonly service: number } => {
  const [before, total] = [totalOf(row), typeof amount === 'number' ? Math.round(amount * 100) : totalOf(row)]
  const electricity = before === 0 ? total : Math.round((total * (row.electricityFen ?? 0)) / before)
  return { electricity, service: total - electricity }
}
