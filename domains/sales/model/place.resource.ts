import { defineResource } from '@lamplight/kit'
import { controller } from '@lamplight/lighting/model'
import { area, project } from '@lamplight/places/model'
import { EDIT_RIGHT, pointedAt } from './chosen.ts'

/** An area of a selected tenant. */
export const salesArea = defineResource({
  name: 'sales.area',
  label: area.label,
  about: ['所选租户的区域', 'Areas of the chosen tenant'],
  code: 'salesarea',
  scope: 'tenant',
  roles: 'sales',
  title: 'areaName',
  api: { base: 'blade-sales/area', verbs: ['list', 'detail', 'submit'] },
  form: { editAdds: true },
  list: { tree: 'parentId' },
  fields: {
    areaName: area.fields.areaName,
    areaCode: area.fields.areaCode,
    parentId: pointedAt('sales.area', area.fields.parentId),
    sort: area.fields.sort,
  },
})

const { move } = project.actions
/** A project of a chosen tenant. */
export const salesProject = defineResource({
  name: 'sales.project',
  label: project.label,
  about: ['所选租户的项目；可新增、修改和移动', 'Projects of the chosen tenant: add, change, move'],
  code: 'salesproject',
  scope: 'tenant',
  roles: 'sales',
  api: { base: 'blade-sales/project', verbs: ['list', 'detail', 'submit'] },
  form: { editAdds: true },
  list: { tree: 'parentId' },
  fields: {
    name: project.fields.name,
    parentId: pointedAt('sales.project', project.fields.parentId),
    type: project.fields.type,
    sort: project.fields.sort,
  },
  actions: { move: { ...move, right: EDIT_RIGHT, input: { parentId: pointedAt('sales.project', move.input.parentId) } } },
})

/** A lamp controller of a selected tenant. */
export const salesDevice = defineResource({
  name: 'sales.device',
  label: ['设备', 'Device'],
  about: ['所选租户的单灯控制器和故障', 'Lamp controllers of the chosen tenant and their faults'],
  code: 'salesdevice',
  scope: 'tenant',
  roles: 'sales',
  title: 'sn',
  api: { base: 'blade-sales/device', verbs: ['list'] },
  fields: {
    sn: controller.fields.sn,
    name: controller.fields.name,
    currentControllerStatus: controller.fields.currentControllerStatus,
    areaId: pointedAt('sales.area', controller.fields.areaId),
    reportedAt: controller.fields.reportedAt,
  },
})
