import { defineParams } from '@lamplight/kit'

export const controlParams = defineParams([
  {
    key: 'command.approval.devices',
    label: ['指令审批阈值', 'Devices above which a command needs approval'],
    about: [
      '指令或参数下发涉及的设备超过此数时须由他人批准；0 为不需审批。恢复日程和读取不需审批',
      'A second person approves commands and parameters to more devices; 0: none needs approval. Back to calendar and reads need none',
    ],
    type: { kind: 'number', min: 0, max: 1_000_000, whole: true },
    value: '1000',
  },
])
