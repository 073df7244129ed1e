import { controllerFile, similarLamps } from '../model/pages.ts'

/** Texts of the pages of similar lamps and controller export. */
export const X = {
  export: controllerFile.label,
  similar: similarLamps.label,
  sn: ['序列号', 'Serial number'],
  power: ['实测功率', 'Metered power'],
  similarAbout: ['同一区域内型号、供应商和额定功率相同的灯具对比', 'Lamps of one area with the same model, supplier and nominal power'],
  similarPick: ['选择一盏灯，与同类灯具对比', 'Choose a lamp to compare it with lamps of its kind'],
  similarAlone: [
    '该区域没有型号、供应商和额定功率都相同的其他灯具；可换一盏灯，或在控制器中补全型号和供应商',
    'No other lamp of its area has this model, supplier and nominal power. Choose another lamp, or complete model and supplier of the controllers',
  ],
  lamp: ['灯具', 'Lamp'],
  state: ['状态', 'State'],
  level: ['亮度', 'Dim level'],
  nominal: ['额定功率', 'Nominal power'],
  hours: ['累计亮灯', 'Operating hours'],
  night: ['每晚用电', 'Energy per night'],
  faults: ['故障数', 'Faults'],
  exportAbout: ['按状态导出单灯控制器', 'Lamp controllers by state, as a file'],
  all: ['全部', 'All'],
  online: ['在线', 'Online'],
  offline: ['离线', 'Offline'],
  fault: ['故障', 'Fault'],
  inactive: ['未激活', 'Not activated'],
  contain: ['包含最近上报数据', 'With the latest reported values'],
  format: ['格式', 'Format'],
  download: ['导出', 'Export'],
} as const
