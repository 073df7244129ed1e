import { fieldError, onServer } from '@lamplight/server-kit'
import { BILL_DAYS, bill } from '../model/bill.resource.ts'
import { billDays } from '../model/bills.ts'

export const billServer = onServer(bill, {
  beforeWrite: ({ ctx, draft, old }) => {
    const { startDay, endDay } = { ...old, ...draft }
    if (startDay && endDay && startDay > endDay)
      throw fieldError('endDay', ['不能早于起始日', 'must not be before the first day'], ctx.lang)
    if (startDay && endDay && billDays({ from: startDay, to: endDay }) > BILL_DAYS)
      throw fieldError('endDay', [`账期最多 ${BILL_DAYS} 天`, `a bill may cover at most ${BILL_DAYS} days`], ctx.lang)
    return draft
  },
})
