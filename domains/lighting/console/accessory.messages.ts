import { labelsOf } from '@lamplight/kit'
import { controller, lamp } from '../model/index.ts'
import { controllerFile, similarLamps } from '../model/pages.ts'

/** Texts of the pages of similar lamps and controller export. */
export const X = {
  export: controllerFile.label,
  similar: similarLamps.label,
  ...labelsOf(controller.fields, 'sn', 'activePower', 'currentControllerStatus', 'dim', 'online'),
  similarAbout: ['同一区域内型号、供应商和额定功率相同的灯具对比', 'Lamps of one area with the same model, supplier and nominal power'],
  similarPick: ['选择一盏灯，与同类灯具对比', 'Choose a lamp to compare it with lamps of its kind'],
  similarAlone: [
    '该区域没有型号、供应商和额定功率都相同的其他灯具；可换一盏灯，或在控制器中补全型号和供应商',
    'No other lamp of its area has this model, supplier and nominal power. Choose another lamp, or complete model and supplier of the controllers',
  ],
  lamp: lamp.label,
  nominal: lamp.fields.power.options.label,
  hours: ['累计亮灯', 'Operating hours'],
  night: ['每晚用电', 'Energy per night'],
  faults: ['故障数', 'Faults'],
  exportAbout: ['按状态导出单灯控制器', 'Lamp controllers by state, as a file'],
  all: ['全部', 'All'],
  offline: controller.fields.online.options.words[0],
  fault: controller.fields.currentControllerStatus.options.values[3],
  inactive: controller.fields.currentControllerStatus.options.values[5],
  contain: ['包含最近上报数据', 'With the latest reported values'],
  format: ['格式', 'Format'],
  download: ['导出', 'Export'],
} as const
