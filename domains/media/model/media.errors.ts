import { defineErrors } from '@lamplight/kit'

export const mediaErrors = defineErrors({
  emptyPeriod: { status: 400, text: ['第{n}个时段的开启和关闭时间相同', 'Period {n} has the same start and end time'] },
})
