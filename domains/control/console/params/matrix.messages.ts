import { rightLabel, type Text } from '@lamplight/kit'
import { TARGET_KINDS } from '../../model/batch-codes.ts'
import { deviceParams } from '../../model/pages.ts'

/** Texts of the page 参数下发. */
export const MX = {
  about: [
    '选择设备和参数，对照期望值与上报值，读取、设置或校准',
    'Choose devices and a parameter, compare wanted and reported values, read, set or calibrate',
  ],
  family: ['参数', 'Parameter'],
  group: TARGET_KINDS[2],
  serials: ['序列号表', 'Serial numbers'],
  serialsChosen: ['序列号表：{n} 个', 'Serial numbers: {n}'],
  serialsAbout: [
    '每行一个序列号，可从表格整列粘贴，或选择 CSV、TXT 文件（取第一列）。',
    'One serial number per line. Paste a column of a spreadsheet, or choose a CSV or TXT file (first column).',
  ],
  serialsFile: ['选择文件', 'Choose a file'],
  serialsUse: ['选用 {n} 个序列号', 'Use {n} serial numbers'],
  serialsMost: ['最多 {n} 个序列号', 'At most {n} serial numbers'],
  missing: ['{n} 个序列号没有找到，或没有此参数：{sns}', '{n} serial numbers are unknown or do not have this parameter: {sns}'],
  onMap: ['在地图上选择', 'Choose on the map'],
  mapChosen: ['地图选择：{n} 台', 'On the map: {n}'],
  export: rightLabel(deviceParams, 'deviceparams_export'),
  read: ['读取 {n} 台', 'Read {n}'],
  set: ['设置 {n} 台', 'Set {n}'],
  chooseFirst: [
    '设置前先选择设备：勾选、筛选、按分组或序列号，或',
    'Choose the devices to set first: tick rows, filter, choose a group or serial numbers, or',
  ],
  takeAll: ['选择全部 {n} 台', 'choose all {n}'],
  changeOne: [
    '改动一个字段后下发；没有改动的字段各设备保持不变。',
    'Change a field to send it. Each device keeps the fields that you do not change.',
  ],
  changesOnly: [
    '只下发改动的字段：{fields}。其余字段各设备保持不变。',
    'Only the changed fields are sent: {fields}. Each device keeps its other fields.',
  ],
  unknown: [
    '部分设备从未读取或设置，不知道其现有的值：下列全部字段都会下发并覆盖。要只改一个字段，请先读取。',
    'The values of some devices are not known, because they were never read or set: all fields below are sent and overwrite them. To change a single field, read the devices first.',
  ],
  sendsAll: ['下发全部字段，覆盖各设备现有的值', 'Send all fields and overwrite the current values of the devices'],
  sendsAllText: ['所有设备将持有表中的全部值。', 'All devices will hold all values of the form.'],
  calibrate: ['校准 {n} 台', 'Calibrate {n}'],
  calibrateTitle: ['校准 {n} 台设备的{family}？', 'Calibrate {family} of {n} devices?'],
  calibrateText: ['设备将以当前测量值为基准。', 'The devices take what they measure now as their reference.'],
  setTitle: ['设置{family}', 'Set {family}'],
  sent: ['已下发到 {n} 台设备', 'Sent to {n} device{n:s}'],
  groupTitle: ['下发到分组 · {name}', 'Send to a group · {name}'],
  sendToGroup: ['下发到分组', 'Send to the group'],
  send: ['下发到 {n} 台设备', 'Send to {n} device{n:s}'],
  values: ['填写', 'Values'],
  preset: ['使用模板', 'Preset'],
  spread: ['取值分布', 'Spread'],
  spreadAbout: ['{reported} 台已上报，{drifted} 台偏离期望值', '{reported} reported, {drifted} differ from the wanted value'],
  unread: ['未读取', 'Not read'],
  secret: ['（保密）', '(secret)'],
  devices: ['{n} 台', '{n}'],
  only: ['只看此值', 'Only this value'],
  none: ['没有符合条件的设备', 'No device matches'],
  noneHow: ['改变筛选条件、分组或序列号表。', 'Change the filter, the group or the serial numbers.'],
  sending: deviceParams.label,
} as const satisfies Record<string, Text>
