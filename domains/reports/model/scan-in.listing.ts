import { deviceFields, opensDevice } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineListing } from '@lamplight/kit'

const { sn, name, devType, devTypeName } = deviceFields
const areaId = f.ref('places.area', { label: ['区域', 'Area'], list: { width: 150 } })
const id = { max: 19, hidden: true } as const
const day = { shape: 'dayOrTime', max: 19 } as const

/** Devices that users added one by one, as on site by scanning the code (report.scan.in.list, screens rep.scanIn, city.stat.scan). */
export const scanIn = defineListing({
  name: 'reports.scanIn',
  label: ['扫码录入报表', 'Scan-in'],
  about: [
    '由用户逐台录入的设备，不含批量导入；不选日期时为近30天',
    'Devices that users added one by one, without imports; the last 30 days if no date is chosen',
  ],
  code: 'report_scan_in',
  roles: 'reports',
  api: { base: 'blade-report/scan/in', verbs: ['list'] },
  title: 'sn',
  opens: opensDevice,
  list: { sort: '-scanTime' },
  filters: {
    startDate: f.text({ label: ['开始日期', 'From'], ...day }),
    endDate: f.text({ label: ['结束日期', 'To'], ...day }),
    areaId,
    projectId: f.ref('places.project', { label: ['项目', 'Project'] }),
    groupId: f.ref('devices.group', { label: ['设备分组', 'Device group'], hidden: true }),
    statisticsGroupId: f.ref('lighting.statisticsGroup', { label: ['统计分组', 'Statistics group'], hidden: true }),
    systemType: f.text({
      label: ['所属系统', 'System'],
      match: { pattern: '2|3|4|200', text: ['不是可选的值', 'is not one of the choices'] },
      hidden: true,
    }),
  },
  fields: {
    deviceId: f.text({ label: ['设备', 'Device'], ...id }),
    sn: f.text({ ...sn.options, search: true }),
    name,
    devType,
    devTypeName,
    areaId,
    scanTime: f.time({ label: ['录入时间', 'Added at'], list: { width: 180 } }),
    userId: f.text({ label: ['录入人', 'User'], ...id }),
    userName: f.text({ label: ['录入人', 'User'], list: { width: 130 } }),
    activated: f.flag({ label: ['已激活', 'Activated'], plain: true, list: { width: 100 } }),
    firstSeen: f.flag({ label: ['已上报', 'Reported'], plain: true, list: { width: 100 } }),
    reportedAt: f.time({ label: ['上报时间', 'Last report'] }),
  },
  io: { export: true },
  page: { path: '/report/scanIn', label: ['扫码录入报表', 'Scan-in'], icon: 'hdd', sort: 36, parent: 'report_devices' },
})
