import { labelsOf, type Text } from '@lamplight/kit'
import { deviceFields, errorPacket } from '../../model/index.ts'
import { deviceRegister } from '../../model/pages.ts'

export const R = {
  title: deviceRegister.label,
  about: ['所有类型的设备；可批量移动、激活或停用', 'Devices of all types; move, activate or deactivate several at once'],
  none: ['没有符合条件的设备', 'No device matches'],
  first: ['还没有设备。登记网关，或导入灯具与控制器。', 'There is no device yet. Add a gateway, or import lamps and controllers.'],
  ...labelsOf(deviceFields, 'devType', 'currentControllerStatus'),
  allTypes: ['全部类型', 'All types'],
  allStates: ['全部状态', 'All states'],
  on: ['正常 / 亮灯', 'Normal / on'],
  off: ['熄灯', 'Off'],
  fault: deviceFields.currentControllerStatus.options.values[3],
  offline: deviceFields.currentControllerStatus.options.values[4],
  inactive: deviceFields.currentControllerStatus.options.values[5],
  ...labelsOf(errorPacket.fields, 'projectId', 'areaId'),
  find: ['编号或名称', 'Serial number or name'],
  moveN: ['移动 {n} 台', 'Move {n}'],
  activateN: ['激活 {n} 台', 'Activate {n}'],
  deactivateN: ['停用 {n} 台', 'Deactivate {n}'],
  deactivateAsk: ['停用 {n} 台设备？', 'Deactivate {n} device{n:s}?'],
  deactivateText: [
    '停用的设备不再接收指令，也不产生告警；之后可以再次激活。',
    'Deactivated devices get no commands and raise no alarms. They can be activated again.',
  ],
  activated: ['已激活 {n} 台', '{n} activated'],
  deactivated: ['已停用 {n} 台', '{n} deactivated'],
  moveTitle: ['移动 {n} 台设备', 'Move {n} device{n:s}'],
  moveTo: ['移动到', 'Move to'],
  moveText: [
    '控制器的灯具随控制器移动。按项目、区域授权的用户和统计从现在起按新位置计算，历史数据不变。',
    'Lamps move with their controllers. Users limited to projects or areas and statistics follow the new place from now on; history stays.',
  ],
  moved: ['已移动 {n} 台', '{n} moved'],
  needTarget: ['请选择目标', 'Choose a target'],
} as const satisfies Record<string, Text>
