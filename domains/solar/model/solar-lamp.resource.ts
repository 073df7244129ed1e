import { defineDeviceResource } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { solarLampType } from './solar-lamp.device.ts'

const rated = (label: readonly [string, string], unit: string, max: number, initial: number) =>
  f.number({ label, unit, min: 0, max, decimals: 1, initial })

/** Solar lamps: screens sun.device and rt.sun.xiangqing. Battery, panel and load here are the installed parts. */
export const solarLamp = defineDeviceResource(solarLampType, {
  name: 'solar.lamp',
  about: ['太阳能灯及其电池、光伏板和负载', 'Solar lamps with their battery, panel and load'],
  code: 'solar_lamp',
  page: {
    path: '/sun/device/index',
    details: '/sun/xiangqing',
    find: ['name', 'sn'],
    label: ['太阳能设备', 'Solar devices'],
    icon: 'sun',
    sort: 10,
    parent: 'sun',
  },
  api: { base: 'blade-sun/device', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    imei: f.text({ label: ['IMEI', 'IMEI'], max: 20 }),
    postId: f.ref('lighting.post', { label: ['灯杆', 'Lamp post'], wire: 'lampPostId', titleAs: 'lampPostName', search: true }),
    supplierId: f.ref('devices.supplier', { label: ['供应商', 'Supplier'], search: true }),
    batteryType: f.choice(
      { 1: ['铅酸', 'Lead-acid'], 2: ['胶体', 'Gel'], 3: ['磷酸铁锂', 'LiFePO4'], 4: ['三元锂', 'Li-ion NMC'] },
      { label: ['电池类型', 'Battery type'], initial: 3, search: 'in' },
    ),
    batteryCapacity: rated(['电池容量', 'Battery capacity'], 'Ah', 2000, 60),
    batteryRated: rated(['电池额定电压', 'Rated voltage'], 'V', 100, 12.8),
    panelRated: rated(['光伏板功率', 'Panel rating'], 'W', 2000, 120),
    loadRated: rated(['负载额定功率', 'Rated load'], 'W', 2000, 40),
  },
})
