import type { Text } from '@lamplight/kit'

/** A report page at another address: in the menu of a system, with filters that are set there. */
export interface OtherPlace {
  readonly code: string
  /** Permission prefix of the report. */
  readonly report: string
  readonly path: string
  readonly parent: string
  readonly label: Text
  readonly sort: number
  readonly preset?: Readonly<Record<string, string>>
}

/** Reports in the menus of the systems (screens city.stat.*, sun.report.*, vis.report.energy, inst.stat). */
export const OTHER_PLACES: readonly OtherPlace[] = [
  {
    code: 'city_stat_energy',
    report: 'report_energy',
    path: '/city/statistics/energy',
    parent: 'city_statistics',
    sort: 10,
    label: ['能耗统计', 'Energy'],
    preset: { systemType: '2' },
  },
  {
    code: 'city_stat_online',
    report: 'report_online',
    path: '/city/statistics/online',
    parent: 'city_statistics',
    sort: 15,
    label: ['在线率统计', 'Online rate'],
    preset: { systemType: '2' },
  },
  {
    code: 'city_stat_light',
    report: 'report_light_rate',
    path: '/city/statistics/lightRate',
    parent: 'city_statistics',
    sort: 20,
    label: ['亮灯率', 'Light rate'],
    preset: { systemType: '2' },
  },
  {
    code: 'city_stat_consumption',
    report: 'report_consumption',
    path: '/city/statistics/powerConsumption',
    parent: 'city_statistics',
    label: ['用电量统计', 'Power consumption'],
    sort: 35,
    preset: { systemType: '2' },
  },
  {
    code: 'sun_report_vc',
    report: 'report_solar_voltage',
    path: '/sun/report/voltageCurrent',
    parent: 'sun_report',
    sort: 10,
    label: ['电压电流报表', 'Voltage and current'],
  },
  {
    code: 'sun_report_energy',
    report: 'report_energy',
    path: '/sun/report/energy',
    parent: 'sun_report',
    sort: 20,
    label: ['能耗与在线', 'Energy and online time'],
    preset: { systemType: '200' },
  },
  {
    code: 'visual_report_energy',
    report: 'report_energy',
    path: '/visual/report/energy',
    parent: 'visual',
    sort: 60,
    label: ['能耗统计', 'Energy'],
    preset: { systemType: '3' },
  },
  {
    code: 'institute_stat',
    report: 'report_energy',
    path: '/intelligentInstitute/statistics/index',
    parent: 'institute',
    sort: 60,
    label: ['统计分析', 'Statistics'],
    preset: { systemType: '4' },
  },
]
