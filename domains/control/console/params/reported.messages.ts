import type { Text } from '@lamplight/kit'
import { TARGET_KINDS } from '../../model/batch-codes.ts'
import { PARAM_HEADS } from '../../model/param.ts'

/** Texts of the page with the values that devices reported. */
export const RP = {
  title: ['{family} · 设备上报值', '{family}: reported'],
  about: ['设备最近一次上报的值，以及与期望值的差异', 'The values that devices reported last, and how they differ from the wanted ones'],
  aboutMeasured: [
    '设备最近一次测得的值；校准后显示校准前的值和变化',
    'The values that devices measured last. A calibration adds the value before it, and the change',
  ],
  before: ['校准前 {value}，变化 {change}', 'Before calibration {value}, change {change}'],
  gateway: PARAM_HEADS.gateway,
  area: PARAM_HEADS.area,
  project: TARGET_KINDS[4],
  wanted: ['期望 {value}', 'Wanted {value}'],
  at: PARAM_HEADS.reportedAt,
  differs: ['与期望不一致', 'Not as wanted'],
  all: ['全部', 'All'],
  show: ['显示', 'Show'],
  readAgain: ['重新读取', 'Read again'],
  readChosen: ['读取 {n} 台', 'Read {n}'],
  resendChosen: ['重新下发 {n} 台', 'Resend {n}'],
  readGroup: ['读取分组', 'Read a group'],
  readGroupTitle: ['读取分组的{family}', 'Read {family} of a group'],
  group: TARGET_KINDS[2],
  reading: ['读取参数', 'Read parameters'],
  none: ['还没有设备上报{family}', 'No device has reported its {family}'],
  noneHow: [
    '读取一个分组，或在设备的“参数”页中读取，设备的回答会显示在这里。',
    'Read a group, or read the parameter on the page of a device. The answers are shown here.',
  ],
  noneAsk: ['请有读取权限的同事读取设备的参数。', 'A colleague with the right to read parameters can read the devices.'],
  noMatch: ['没有符合条件的设备', 'No device matches the filter'],
} as const satisfies Record<string, Text>
