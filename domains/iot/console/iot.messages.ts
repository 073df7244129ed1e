import { labelsOf, type Text } from '@lamplight/kit'
import { registration } from '../model/index.ts'

export const M = {
  noDevice: [
    '还没有登记的设备。先添加OC平台和单元产品，再逐台新增，或用表格导入IMEI',
    'No device is registered yet. Add a platform and a unit product, then add devices or import a sheet of IMEIs',
  ],
  noPlatform: [
    '还没有OC平台。新增一个，填写运营商平台给出的应用ID和密钥；把推送地址登记到运营商平台',
    'There is no platform yet. Add one with the app ID and secret of the operator, and enter the push address there',
  ],
  deleteByImport: ['按导入删除', 'Delete by import'],
  deleteTitle: ['按导入删除未激活的设备', 'Delete devices of an import that were never activated'],
  deleteText: [
    '只删除从未上报的设备；已激活的设备保留，并列出原因。删除后不能恢复。',
    'Only devices that never reported are deleted. Activated devices stay and are listed. This cannot be undone.',
  ],
  upload: ['导入批次', 'Import'],
  byList: ['按IMEI列表', 'By a list of IMEIs'],
  uploadEntry: ['{file}（{time}，{n} 台）', '{file} ({time}, {n} added)'],
  imeis: ['IMEI', 'IMEIs'],
  imeisHint: ['每行一个，或用逗号分隔', 'One per line, or separated by commas'],
  needImeis: ['请填写IMEI', 'Enter IMEIs'],
  deleteOk: ['删除未激活的设备', 'Delete devices'],
  deleted: ['已删除 {n} 台', '{n} deleted'],
  stayed: ['{n} 台保留', '{n} stay'],
  activated: ['已激活', 'Activated'],
  missing: ['未登记', 'Not registered'],
  close: ['关闭', 'Close'],
  noThing: [
    '还没有综合设备。定义单元产品后登记设备，上报的数值会显示在这里',
    'There are no integrated devices yet. Define a unit product and register devices; their values appear here',
  ],
  ...labelsOf(registration.fields, 'name', 'remark', 'location'),
  total: ['共 {n} 台', '{n} in total'],
  online: ['在线 {n}', '{n} online'],
  offlineN: ['离线 {n}', '{n} offline'],
  faultN: ['故障 {n}', '{n} with faults'],
  edit: ['修改', 'Edit'],
  editTitle: ['修改 {name}', 'Edit {name}'],
  save: ['保存', 'Save'],
  saved: ['已保存', 'Saved'],
} as const satisfies Record<string, Text>
