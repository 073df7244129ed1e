import { defineParams } from '@lamplight/kit'

export const strategiesParams = defineParams([
  {
    key: 'strategy.approval.devices',
    label: ['策略审批阈值', 'Devices above which a strategy needs approval'],
    about: [
      '下发涉及的设备超过此数时须由他人批准；0 为不需审批',
      'A second person approves publications to more devices; 0: none needs approval',
    ],
    type: { kind: 'number', min: 0, max: 1_000_000, whole: true },
    value: '1000',
  },
  {
    key: 'strategy.tariff',
    label: ['分时电价', 'Time-of-use tariff'],
    about: ['如 08:00=0.85;22:00=0.42：起始时刻=元/kWh', 'Such as 08:00=0.85;22:00=0.42: from = price of a kWh'],
    type: { kind: 'text', max: 200 },
    value: '08:00=0.85;22:00=0.42',
  },
  {
    key: 'strategy.co2',
    label: ['电力碳排放因子', 'CO2 of electricity'],
    about: ['kg/kWh', 'kg/kWh'],
    type: { kind: 'number', min: 0, max: 2, unit: 'kg/kWh' },
    // Average of the Chinese grid for 2022, published by the Ministry of Ecology and Environment.
    value: '0.5366',
  },
  {
    key: 'strategy.ramp.most',
    label: ['最大渐变速度', 'Steepest ramp'],
    about: ['%/s；0 为不限', '%/s; 0: no limit'],
    type: { kind: 'number', min: 0, max: 100 },
    value: '0',
  },
])
