/** Fees of an order, fen. */
interface Fees {
  readonly electricityFen?: number | null
  readonly serviceFen?: number | null
}
export const totalOf = ({ electricityFen, serviceFen }: Fees): number => (electricityFen ?? 0) + (serviceFen ?? 0)

/**
 * Fees after a modification, fen: the new total (`amount`, yuan; null: unchanged) in the ratio of the old fees. A total of an order without fees is an
 * electricity fee.
 */
export const sharesOf = (row: Fees, amount: number | null | undefined): { readonly electricity: number; readonly service: number } => {
  const [before, total] = [totalOf(row), typeof amount === 'number' ? Math.round(amount * 100) : totalOf(row)]
  const electricity = before === 0 ? total : Math.round((total * (row.electricityFen ?? 0)) / before)
  return { electricity, service: total - electricity }
}
