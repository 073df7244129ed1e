import { defineDeviceType } from '@lamplight/kit'

/** The gateway as a device: devType 2 of decisions.md B1. Its connection determines `online`; faults of its cabinet arrive as events. */
export const gatewayType = defineDeviceType({
  name: 'gateway',
  code: 2,
  label: ['网关', 'Gateway'],
  properties: {
    online: { slot: 1, label: ['在线', 'Online'], type: 'boolean' },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    childCount: { slot: 2, label: ['子设备数', 'Devices'], min: 0, decimals: 0 },
  },
  commands: { reboot: { label: ['重启', 'Reboot'], repeatable: false } },
  events: [
    'communicationFailure',
    'supplyLoss',
    'supplyVoltageTooHigh',
    'supplyVoltageTooLow',
    'leakageDetected',
    'cabinetDoorOpen',
    'circuitBreakerTripped',
    'highTemperature',
    'invalidCalendar',
    'invalidProgram',
  ],
})
