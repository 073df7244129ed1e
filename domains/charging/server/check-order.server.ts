import { onServer } from '@lamplight/server-kit'
import { checkOrder } from '../model/check-order.resource.ts'

/** A settlement is about all stations of an operator, so users who are limited to projects or areas see no settlements. */
export const checkOrderServer = onServer(checkOrder, {
  place: 'author',
  joined: { sql: '', fields: { electricity: '(t.energy_wh::float8 / 1000)', total: '(t.total_fen::float8 / 100)' } },
})
