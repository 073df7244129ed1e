import { defineErrors } from '@lamplight/kit'

export const solarErrors = defineErrors({
  curveFalls: {
    status: 400,
    text: ['电压和电量应逐点递增，电量不超过 100', 'Voltages and charges must rise from point to point, charges up to 100'],
  },
  noCustomBattery: {
    status: 400,
    text: ['所选设备所在项目未启用自定义电池', 'The project of a selected device has no custom battery'],
  },
})
