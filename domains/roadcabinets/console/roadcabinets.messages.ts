import { labelsOf, type Text } from '@lamplight/kit'
import { BOARD_KINDS, cabinet, product, unitFields, WIDGETS } from '../model/index.ts'
import { cabinetInstall } from '../model/pages.ts'
import { ONE_PRODUCT } from '../model/texts.ts'

export const M = {
  edit: ['编辑', 'Edit'],
  editContent: ['编辑内容', 'Edit content'],
  view: ['查看', 'View'],
  save: ['保存', 'Save'],
  saved: ['已保存', 'Saved'],
  back: ['返回', 'Back'],
  overlaps: ['{name} 与其他单元重叠', '{name} overlaps another unit'],

  // boards
  noBoard: ['没有选择看板', 'No board is chosen'],
  chooseBoard: ['在看板列表中选择', 'Choose one in the list of boards'],
  boards: ['看板列表', 'Boards'],
  version: ['版本 {n}', 'Version {n}'],
  emptyBoard: ['看板没有控件', 'The board has no widgets'],
  ...labelsOf(WIDGETS, 'text', 'unit'),
  property: ['属性', 'Property'],
  command: WIDGETS.switch.label,
  of: ['统计方式', 'Figure'],
  cabinet: BOARD_KINDS[2],
  group: ['分组', 'Group'],
  allCabinets: ['全部机柜', 'All cabinets'],
  noCabinets: ['该产品还没有安装机柜', 'No cabinet of this product is installed'],
  installOne: ['安装机柜', 'Install cabinets'],
  missing: ['设备已删除', 'The device was removed'],
  online: ['{n}/{all} 在线', '{n}/{all} online'],
  total: ['共 {n} 台', 'Total {n}'],

  // cabinets
  ...labelsOf(cabinet.fields, 'units', 'productId', 'gatewayId', 'projectId', 'areaId', 'sn', 'name'),
  records: ['操作记录', 'Operations'],
  noUnits: ['机柜没有单元', 'The cabinet has no units'],
  noRecords: ['还没有下发过指令', 'No command was sent yet'],
  mayNotSee: ['您的角色不能查看指令记录', 'Your role cannot see command records'],
  ...labelsOf(unitFields, 'deviceId', 'cabin', 'address', 'port', 'protocol', 'polling'),
  state: ['状态', 'State'],
  values: ['数据', 'Values'],
  commands: ['指令', 'Commands'],
  pollingSeconds: ['轮询周期（秒）', 'Polling (s)'],
  at: ['时间', 'Time'],
  by: ['操作人', 'Operator'],
  result: ['结果', 'Result'],
  chooseCommand: ['选择单元和指令', 'Choose unit and command'],
  next: ['下一步', 'Next'],
  noCommands: ['该产品没有指令', 'The product has no commands'],
  differ: ONE_PRODUCT,
  selected: ['所选机柜', 'Chosen cabinets'],

  // products
  layout: product.fields.layout.options.label,
  layoutAbout: ['单元在 1152×610 画布上的位置，用于新建看板', 'Places of the units on a canvas of 1152×610, used by new boards'],
  unplaced: ['未放置的单元', 'Units that are not placed'],
  installConfig: ['安装配置', 'Install configuration'],
  installAbout: [
    '安装时写入每台机柜的单元地址、端口、协议和轮询周期',
    'Address, port, protocol and polling that each installed cabinet gets for its units',
  ],
  noProduct: ['没有选择综合产品', 'No product is chosen'],
  chooseProduct: ['在综合产品列表中选择', 'Choose one in the list of products'],
  products: product.page.label,

  // installation
  install: cabinetInstall.label,
  installLine: [
    '一次安装多台同型机柜：每台机柜及其单元设备同时建立，任何一台有误则都不安装',
    'Installs several cabinets of a product with the devices of their units. If one has an error, none is installed',
  ],
  prefix: ['编号前缀', 'Prefix of the numbers'],
  first: ['起始序号', 'First number'],
  count: ['台数', 'Cabinets'],
  list: ['将安装的机柜', 'Cabinets to install'],
  installN: ['安装 {n} 台机柜', 'Install {n} cabinet{n:s}'],
  installOnly: ['安装 1 台机柜', 'Install 1 cabinet'],
  installed: ['已安装 {n} 台机柜', '{n} cabinet{n:s} installed'],
  wanted: ['请选择{what}', 'Choose: {what}'],
  fromSheet: ['用表格导入', 'Import a sheet'],
  unitsOf: ['每台 {n} 个单元：{list}', '{n} unit{n:s} each: {list}'],
} as const satisfies Record<string, Text>

/** States of cabinets and units, with the tones of their marks. */
export const STATES: Readonly<Record<number, { readonly text: Text; readonly tone: 'success' | 'danger' | 'warning' | 'neutral' }>> = {
  1: { text: ['正常', 'Normal'], tone: 'success' },
  2: { text: ['正常', 'Normal'], tone: 'success' },
  3: { text: ['故障', 'Fault'], tone: 'danger' },
  4: { text: ['离线', 'Offline'], tone: 'warning' },
  5: { text: ['未上报', 'Not reported'], tone: 'neutral' },
}
