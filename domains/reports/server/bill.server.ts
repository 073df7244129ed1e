import { fieldError, onServer } from '@lamplight/server-kit'
import { BILL_DAYS, bill } from '../model/bill.resource.ts'
import { billDays } from '../model/bills.ts'

export const billServer = onServer(bill, {
  beforeWrite: ({ ctx, draft, old }) => {
    const { startDay, endDay } = { ...old, ...draft }
    if (startDay && endDay && startDay > endDay) throw fieldError('endDay', ['不能早于起始日', 'is before the first day'], ctx.lang)
    if (startDay && endDay && billDays({ from: startDay, to: endDay }) > BILL_DAYS)
      throw fieldError('endDay', [`账期最多 ${BILL_DAYS} 天`, `a bill has ${BILL_DAYS} days at most`], ctx.lang)
    return draft
  },
})
