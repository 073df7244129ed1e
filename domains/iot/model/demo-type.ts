import type { Text } from '@lamplight/kit'

/** Texts of the demo rows. The Chinese text is stored. */
export const DEMO_TEXTS = {
  gauge: ['积水监测仪', 'Water level gauge'],
  platform: ['虚拟运营商平台', 'Virtual operator platform'],
  remark: ['由虚拟城市提供，用于演示', 'Simulated by the virtual city, for the demo'],
} as const satisfies Record<string, Text>

/** Product type of the demo: a gauge that measures the water level on roads and in underpasses. It reports through the platform of an operator. */
export const LEVEL_GAUGE = {
  unitProductCode: 'NB-LEVEL',
  name: DEMO_TEXTS.gauge[0],
  nameEn: DEMO_TEXTS.gauge[1],
  descriptor: {
    driver: 'operator',
    properties: {
      level: { label: ['积水深度', 'Water level'], unit: 'm', min: 0, max: 2, decimals: 2, history: true },
      battery: { label: ['电量', 'Battery'], unit: '%', min: 0, max: 100, decimals: 0, history: true },
      signal: { label: ['信号强度', 'Signal'], unit: 'dB[mW]', min: -140, max: -44, decimals: 0, history: true },
      interval: { label: ['上报间隔', 'Report interval'], unit: 'min', min: 1, max: 1440, decimals: 0 },
      threshold: { label: ['告警水位', 'Alarm level'], unit: 'm', min: 0, max: 2, decimals: 2 },
    },
    commands: {
      interval: {
        label: ['设置上报间隔', 'Set the report interval'],
        input: { minutes: { kind: 'int', label: ['间隔', 'Interval'], unit: 'min', min: 1, max: 1440, required: true } },
        proves: { interval: 'minutes' },
      },
      threshold: {
        label: ['设置告警水位', 'Set the alarm level'],
        input: {
          level: { kind: 'number', label: ['水位', 'Level'], unit: 'm', min: 0, max: 2, decimals: 2, required: true },
        },
        proves: { threshold: 'level' },
      },
    },
    events: ['communicationFailure'],
  },
} as const
