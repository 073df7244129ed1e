import { defineErrors } from '@lamplight/kit'

export const mediaErrors = defineErrors({
  otherModel: { status: 400, text: ['该设备类型的型号为 {devModel}', 'Devices of this type have the model {devModel}'] },
  emptyPeriod: { status: 400, text: ['第{n}个时段的开启和关闭时间相同', 'Period {n} has the same start and end time'] },
})
