import { expect, test } from 'vitest'
import { familyIndex, sliceIndex } from '../../apps/console/slice-index.ts'
import { familiesOfType, openFamilies } from '../../domains/control/console/family-index.ts'
import { isPublic } from '../../platform/console-kit/router/guard.ts'

const pages = Object.values(sliceIndex).flatMap(({ pages, resources }) => [
  ...pages.map(({ path }) => path),
  ...resources.flatMap(({ link, details }) => [link ?? '', details ?? `${link}/details`]),
])

test.each([
  ['sun.map', '/sun/map/index'],
  ['sun.device', '/sun/device/index'],
  ['rt.sun.xiangqing', '/sun/xiangqing'],
  ['rt.sun.details', '/sun/details/details'],
  ['rt.system.sunDeviceDetails', '/system/sunDeviceDetails'],
  ['pub.sunDevDetail', '/sunDevDetail'],
  ['sun.gateway', '/sun/gateway/index'],
  ['rt.sun.gatewayDetails', '/sun/gatewayDetails/details'],
  ['rt.sun.devicegroup', '/sun/devicegroup'],
  // The landing page sends tenant 731100 here as soon as the page exists (rule.landing.731100).
  ['rt.sun.lamppole rule.landing.731100', '/sun/lamppole'],
  ['rt.sun.sunFunction menu.add.sunFunction', '/sun/terminal/sunFunction'],
  ['sun.customBattery', '/sun/param/customBattery'],
  ['inst.device', '/intelligentInstitute/deviceManage/index'],
  ['rt.inst.deviceDetails', '/intelligentInstitute/deviceManage/details/index'],
  ['inst.group', '/intelligentInstitute/deviceManage/group'],
])('%s: there is a page at %s', (_screen, path) => {
  expect(pages).toContain(path)
})

test('pub.sunDevDetail: the page of a QR code needs no session, all others of /sun do', () => {
  expect([isPublic('/sunDevDetail'), isPublic('/sun/xiangqing'), isPublic('/sun/lamppole')]).toEqual([true, false, false])
})

test('line 335: the page of a solar lamp has the tab of parameters with the families of solar lighting', async () => {
  openFamilies(familyIndex)
  expect((await familiesOfType('solarLamp')).map(({ name }) => name)).toEqual([
    ...[
      'baseConfig',
      'battery',
      'batteryTempe',
      'lightControl',
      'lampBarAngle',
      'gpsInfo',
      'waterLevel',
      'lampSway',
      'lonLat',
      'serverLink',
    ],
    'customBattery',
  ])
})
