import { defineErrors } from '@lamplight/kit'
import { ONE_PRODUCT } from './texts.ts'

export const roadcabinetsErrors = defineErrors({
  unitTwice: { status: 400, text: ['单元代号 {unit} 重复', 'Unit code {unit} is used twice'] },
  noCabin: { status: 400, text: ['单元 {unit} 的舱位 {cabin} 不存在', 'Unit {unit}: there is no cabin {cabin}'] },
  unitUsed: {
    status: 400,
    text: [
      '产品已安装，单元 {unit} 不能删除或更换单元产品',
      'The product is installed: unit {unit} cannot be removed or get another unit product',
    ],
  },
  noUnit: { status: 400, text: ['产品没有单元 {unit}', 'The product has no unit {unit}'] },
  layoutMany: { status: 400, text: ['布局须有 1 到 {n} 个单元', 'A layout must have 1 to {n} items'] },
  layoutOutside: { status: 400, text: ['单元 {unit} 超出画布', 'Item {unit} is outside of the canvas'] },
  layoutCrooked: { status: 400, text: ['单元 {unit} 未对齐网格（{n} px）', 'Item {unit} is not on the grid of {n} px'] },
  layoutOverlap: { status: 400, text: ['单元 {unit} 与 {other} 重叠', 'Item {unit} overlaps {other}'] },
  addressTwice: {
    status: 400,
    text: ['单元 {unit} 与 {other} 在同一端口使用同一地址', 'Units {unit} and {other} have the same address at the same port'],
  },
  portOff: {
    status: 400,
    text: ['单元 {unit} 没有可用的端口 {port}，可用：{ports}', 'Unit {unit} has no enabled port {port}. Enabled: {ports}'],
  },
  protocolOff: {
    status: 400,
    text: [
      '单元 {unit} 的终端配置没有协议 {protocol}，可用：{protocols}',
      'Unit {unit}: no enabled terminal configuration has the protocol {protocol}. There are: {protocols}',
    ],
  },
  badBoard: { status: 400, text: ['看板内容有误：{why}', 'The content has an error: {why}'] },
  staleBoard: {
    status: 400,
    text: ['看板已有版本 {now}，请重新载入后再保存', 'The board has version {now} by now: load it again before saving'],
  },
  noVersion: { status: 400, text: ['看板没有版本 {version}', 'The board has no version {version}'] },
  boardFixed: { status: 400, text: ['看板的类型和产品不能修改', 'Kind and product of a board cannot be changed'] },
  cabinetFixed: { status: 400, text: ['机柜的编号和产品不能修改', 'Serial number and product of a cabinet cannot be changed'] },
  oneProduct: { status: 400, text: ONE_PRODUCT },
  noUnits: { status: 400, text: ['所选机柜没有单元 {unit}', 'The chosen cabinets have no unit {unit}'] },
  numberTaken: { status: 400, text: ['编号 {sn} 已被使用', 'Serial number {sn} is already used'] },
  gatewayKind: {
    status: 400,
    text: ['网关版本 {version} 不符合产品的网关类型 {type}', 'Gateway {version} does not match the gateway type {type} of the product'],
  },
  rowTaken: {
    status: 400,
    text: ['第 {row} 台 {sn}：{why}。未安装任何机柜', 'Cabinet {row}, {sn}: {why}. No cabinet was installed'],
  },
})
