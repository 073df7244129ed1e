import type { Fields, ParamFamilyDefinition, ParamOp, Text } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'

/** Verb of each operation, in commands, calls and permissions. */
export const PARAM_OP_TEXTS: Readonly<Record<ParamOp, Text>> = {
  get: ['读取', 'Read'],
  set: ['设置', 'Set'],
  calibrate: ['校准', 'Calibrate'],
}

/** Status of the wanted value of a family of a device. */
export const PARAM_STATUS = { pending: 0, waiting: 1, inSync: 2, accepted: 3, clamped: 4, refused: 5, drifted: 6, read: 7 } as const
export const PARAM_STATUS_TEXTS: Readonly<Record<number, Text>> = {
  0: ['下发中', 'Sending'],
  1: ['等待重发', 'Waits to be sent again'],
  2: ['一致', 'In sync'],
  3: ['设备已接受，未回读', 'Accepted, not read back'],
  4: ['设备改为其他值', 'Changed by the device'],
  5: ['设备拒绝', 'The device refused'],
  6: ['偏离', 'Drifted'],
  7: ['仅读取', 'Read, not calibrated'],
}

/** Heads of the columns that say to which device a row of parameters belongs, on pages and in files. */
export const PARAM_HEADS = {
  sn: ['序列号', 'Serial number'],
  name: ['名称', 'Name'],
  deviceType: ['设备类型', 'Device type'],
  area: ['区域', 'Area'],
  gateway: ['网关', 'Gateway'],
  state: ['状态', 'State'],
  wantedAt: ['下达时间', 'Wanted since'],
  reportedAt: ['上报时间', 'Reported at'],
} as const satisfies Readonly<Record<string, Text>>

/** Words for a reported secret: it is compared with the wanted one, and never shown. */
export const SECRET_WORDS: Readonly<Record<string, Text>> = {
  equal: ['与期望一致', 'as wanted'],
  different: ['与期望不同', 'not as wanted'],
}

/** Code of a wanted value whose device reports nothing. The platform stops sending it again, and goes on when the device reports. */
export const GAVE_UP = 'silent'

/** State of a wave of a dangerous set or command. */
export const WAVE_TEXTS = {
  sending: ['下发中', 'Sending'],
  settling: ['等待恢复连接', 'Waiting for the devices to reconnect'],
  asked: ['读取确认中', 'Reading back'],
  cameBack: ['已恢复连接', 'Reconnected'],
  lost: ['未恢复连接', 'Not reconnected'],
  waiting: ['等待第一批', 'Waits for the first wave'],
  sent: ['已下发', 'Sent'],
  stopped: ['不再下发', 'Not sent'],
} as const satisfies Readonly<Record<string, Text>>
export type WaveState = keyof typeof WAVE_TEXTS

/** Rounds a number to the given decimals; returns other values unchanged. */
export const rounded = (value: unknown, decimals: number | undefined): unknown =>
  typeof value === 'number' && decimals !== undefined ? Number(value.toFixed(decimals)) : value

/**
 * Returns the declared fields of a value, including `reads`, which only devices report. Numbers are rounded to their decimals. Values are stored and
 * compared in this form. Absent fields stay absent.
 */
export const declaredValue = ({ fields, reads }: ParamFamilyDefinition, value: Readonly<Record<string, unknown>>): ParamValue =>
  declaredOf({ ...fields, ...reads }, value)

/** Returns the fields of a reported value that users can set. */
export const settableValue = ({ fields }: ParamFamilyDefinition, value: ParamValue): ParamValue => declaredOf(fields, value)

const declaredOf = (fields: Fields, value: Readonly<Record<string, unknown>>): ParamValue =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const entry = value[name]
      return entry === undefined || entry === null
        ? []
        : [[name, rounded(entry, (field.options as { readonly decimals?: number }).decimals)]]
    }),
  ) as ParamValue

/** Returns true if the reported value equals the sent one in every field that it contains. A device may omit fields that it does not support. */
export const holds = (sent: ParamValue, held: ParamValue): boolean =>
  Object.entries(held).every(([name, value]) => JSON.stringify(sent[name]) === JSON.stringify(value))

/** Returns the first field of a value that breaks an order of the family (`ascending`), with the message; undefined if none does. */
export const orderFault = (
  { fields, ascending = [] }: ParamFamilyDefinition,
  value: Readonly<Record<string, unknown>>,
): { readonly field: string; readonly message: Text } | undefined => {
  const pairs = ascending.flatMap((names) => names.slice(1).map((name, at) => [names[at] as string, name] as const))
  const fault = pairs.find(([less, more]) => Number(value[less] ?? Number.NaN) >= Number(value[more] ?? Number.NaN))
  if (!fault) return undefined
  const [zh, en] = fields[fault[0]]?.options.label ?? ['', '']
  return { field: fault[1], message: [`应大于${zh}`, `must be greater than ${en}`] }
}
