import { typeNames } from '@lamplight/devices/server'
import { onListing } from '@lamplight/server-kit'
import { STATUS } from '../../model/index.ts'
import { issued } from '../../model/issued.listing.ts'
import { itemOf } from '../ledger/items.ts'
import { issuedRows } from './issued.ts'
import { commandWords } from './recent-commands.ts'

export const issuedServer = onListing(issued, {
  read: async (ctx, { failed, automatic, startDate, endDate, ...rest }, page) => {
    const filter = {
      ...rest,
      ...(automatic !== undefined && { automatic: Number(automatic) }),
      ...(startDate && { createTime_datege: startDate }),
      ...(endDate && { createTime_datele: endDate }),
    }
    const { rows, total } = await issuedRows(ctx, filter, { ...page, statuses: failed ? [STATUS.failed, STATUS.timedOut] : null })
    const names = await typeNames(ctx, rows)
    return {
      total,
      rows: rows.map((row) => ({
        ...itemOf(row, ctx.lang, (at) => at?.toISOString() ?? null),
        id: `${row.batch_id}-${row.device_id}`,
        late: row.late,
        text: commandWords(row, ctx),
        at: row.queued_at.toISOString(),
        account: row.account ?? '',
        deviceTypeName: row.type === null ? '' : names(row.type),
      })),
    }
  },
})
