import { menuOfSlice } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { familyIndex, sliceIndex } from '../../../apps/console/slice-index.ts'
import { slices } from '../../../apps/server/slices.ts'
import { familiesOfType } from '../../../domains/control/console/params/families.ts'
import { openFamilies } from '../../../domains/control/console/params/family-index.ts'
import { isPublic } from '../../../platform/console-kit/router/guard.ts'
import { withAdditions } from '../../../platform/console-kit/session/menu-additions.ts'

/** Addresses of the pages that the console has: its own pages, lists and details of resources, presets and reported values of parameter families. */
const pages = new Set([
  ...Object.values(sliceIndex).flatMap(({ pages, resources }) => [
    ...pages.map(({ path }) => path),
    ...resources.flatMap(({ link = '', details }) => [link, details ?? `${link}/details`]),
  ]),
  ...familyIndex.flatMap(({ pages }) => pages.map(({ link }) => link)),
])
const menus = slices.flatMap(menuOfSlice)

// Screens of lighting, solar devices and parameters, by their ids in the list of screens; several screens may share a page.
test.each([
  ['rep.energy', '/report/energy'],
  ['rep.online', '/report/online'],
  ['rep.consumption', '/report/powerConsumption'],
  ['rep.lightRate', '/report/lightRate'],
  ['rep.offline', '/report/offline'],
  ['rep.deviceStatus', '/report/deviceStatus'],
  ['rep.scanIn', '/report/scanIn'],
  ['rep.replace', '/report/replaceDevice'],
  ['rep.meter', '/report/meter'],
  ['rep.trash', '/report/trash'],
  ['rep.solar', '/report/solarVoltageCurrent'],
  ['rep.history', '/report/history'],
  ['rep.env', '/report/env'],
  ['city.lighting', '/city/lampmanagement/lightingStatus/index'],
  ['city.stat.energy', '/city/statistics/energy'],
  ['city.stat.online', '/city/statistics/online'],
  ['city.stat.light', '/city/statistics/lightRate'],
  ['city.stat.charge', '/city/statistics/deviceCharge'],
  ['city.stat.consumption', '/city/statistics/powerConsumption'],
  ['city.stat.offline', '/city/statistics/offline'],
  ['city.stat.scan', '/city/statistics/scanIn'],
  ['city.stat.history', '/city/statistics/history'],
  ['sun.report.vc', '/sun/report/voltageCurrent'],
  ['sun.report.energy', '/sun/report/energy'],
  ['vis.report.energy', '/visual/report/energy'],
  ['inst.stat', '/intelligentInstitute/statistics/index'],
  ['city.concentratorCfg', '/city/basisaccessories/concentrator/baseConfig'],
  ['city.concentratorRec', '/city/basisaccessories/concentrator/commandRecord'],
  ['city.concentratorDetail', '/city/basisaccessories/concentrator/details'],
  ['city.concentrator', '/city/basisaccessories/concentrator/index'],
  ['city.constantSource', '/city/basisaccessories/constantCurrentSource/index'],
  ['rt.city.controllerDetails', '/city/basisaccessories/controller/controllerinformation/details/index'],
  ['city.ctrl.list', '/city/basisaccessories/controller/controllerinformation/index'],
  ['city.ctrl.export', '/city/basisaccessories/controller/export'],
  ['city.ctrl.group', '/city/basisaccessories/controller/group'],
  ['city.ctrl.import', '/city/basisaccessories/controller/importRecord'],
  ['city.ctrl.install', '/city/basisaccessories/controller/installCheck'],
  ['city.lampCap', '/city/basisaccessories/lampCap/index'],
  ['city.lampSource', '/city/basisaccessories/lampSource/index'],
  ['city.loop', '/city/basisaccessories/loop/index'],
  ['city.loraRec', '/city/basisaccessories/lora/commandRecord'],
  ['city.lora', '/city/basisaccessories/lora/index'],
  ['city.loraRoot', '/city/basisaccessories/lora/root'],
  ['city.power', '/city/basisaccessories/power/index'],
  ['city.supplier', '/city/basisaccessories/supplier/index'],
  ['city.airswitch', '/city/basisaccessories/switchbox/airswitch'],
  ['city.switchbox', '/city/basisaccessories/switchbox/index'],
  ['rt.city.bindInformation menu.add.bindInformation', '/city/bindInformation'],
  ['city.baseConfig', '/city/controlCenter/baseConfig/index'],
  ['city.cmdRecord', '/city/controlCenter/commandRecord/index'],
  ['city.groupControl', '/city/controlCenter/group/index'],
  ['city.issueCmd', '/city/controlCenter/issueCommand/index'],
  ['city.manual', '/city/controlCenter/manual/index'],
  ['city.nightComp', '/city/controlCenter/nightComp/index'],
  ['city.outline', '/city/controlCenter/outline/index'],
  ['city.params', '/city/controlCenter/params/index'],
  ['city.powerCheck', '/city/controlCenter/powerCheck/index'],
  ['city.rfpassword', '/city/controlCenter/rfPassword/index'],
  ['city.spray', '/city/controlCenter/spray/index'],
  ['city.timedSwitch', '/city/controlCenter/timedSwitch/index'],
  ['city.powerStrategy', '/city/strategyCenter/powerSupply'],
  ['vis.linkage', '/visual/linkage/instance'],
  ['vis.linkageTpl', '/visual/linkage/template'],
  ['cab.box', '/roadCabinet/boxControl/index'],
  ['cab.boxRecord', '/roadCabinet/boxControl/record'],
  ['cab.boxStrategy', '/roadCabinet/strategyCenter/index'],
  ['cab.alarmLinkage', '/roadCabinet/strategyCenter/alarmLinkage'],
  ['trash.strategy', '/trash/strategy/index'],
  ['sun.mode', '/sun/mode/index'],
  ['city.timeMigration', '/city/controlCenter/timeMigration/index'],
  ['city.workParam', '/city/controlCenter/workParam/index'],
  ['rt.city.delayOffline menu.add.delayOffline', '/city/delayOfflineSetting/index'],
  ['city.lamp.install', '/city/lampmanagement/install/index'],
  ['city.lamp.import', '/city/lampmanagement/lampImport/index'],
  ['city.lampgroup', '/city/lampmanagement/lampgroup/index'],
  ['rt.city.lampDetails', '/city/lampmanagement/lampinformation/details'],
  ['city.lamp.list', '/city/lampmanagement/lampinformation/index'],
  ['city.lampPost', '/city/lampmanagement/lamppost/index'],
  ['city.lampPostGroup', '/city/lampmanagement/lamppostgroup/index'],
  ['city.similar', '/city/lampmanagement/similarEquipment/index'],
  ['city.statGroup', '/city/lampmanagement/statisticsGroup/index'],
  ['inst.cmd', '/intelligentInstitute/commandRecord/index'],
  ['rt.inst.deviceDetails', '/intelligentInstitute/deviceManage/details/index'],
  ['inst.group', '/intelligentInstitute/deviceManage/group'],
  ['inst.device', '/intelligentInstitute/deviceManage/index'],
  ['sun.cmd', '/sun/commandRecord/index'],
  ['rt.sun.details', '/sun/details/details'],
  ['sun.device', '/sun/device/index'],
  ['rt.sun.devicegroup', '/sun/devicegroup'],
  ['sun.gateway', '/sun/gateway/index'],
  ['rt.sun.gatewayDetails', '/sun/gatewayDetails/details'],
  ['rt.sun.lamppole rule.landing.731100', '/sun/lamppole'],
  ['sun.loraModule', '/sun/lora/module'],
  ['sun.loraRoot', '/sun/lora/root'],
  ['sun.map', '/sun/map/index'],
  ['sun.baseconfig', '/sun/param/baseconfig'],
  ['sun.batteryParam', '/sun/param/battery'],
  ['sun.batteryTempe', '/sun/param/batteryTempe'],
  ['sun.gps', '/sun/param/gpsinfo'],
  ['sun.lampBarAngle', '/sun/param/lampBarAngel'],
  ['sun.lampSway', '/sun/param/lampSway'],
  ['sun.lightCtr', '/sun/param/lightCtr'],
  ['sun.lonlat', '/sun/param/lonlatctr'],
  ['sun.serverlink', '/sun/param/serverlinkinfo'],
  ['sun.waterlevel', '/sun/param/waterlevel'],
  ['rt.sun.esimManage menu.add.esim', '/sun/terminal/esimManage'],
  ['rt.sun.sunFunction menu.add.sunFunction', '/sun/terminal/sunFunction'],
  ['sun.customBattery', '/sun/param/customBattery'],
  ['rt.sun.xiangqing', '/sun/xiangqing'],
  ['pub.sunDevDetail', '/sunDevDetail'],
  ['rt.system.sunDeviceDetails', '/system/sunDeviceDetails'],
  ['vis.concentrator', '/visual/concentrator/index'],
  ['eq.device area.equipmentMana', '/equipmentMana/device/index'],
  ['eq.log', '/equipmentMana/deviceLog/index'],
  ['rt.eq.unregisteredDevice', '/equipmentMana/unregisteredDevice'],
  ['city.mt.deviceLog', '/city/maintenance/deviceLog/index'],
  ['city.mt.life', '/city/maintenance/deviceLife/index'],
  ['eq.type', '/equipmentMana/deviceType/index'],
  ['rt.visual.LoRaGateway', '/visual/equipmentMana/LoRaGateway/index'],
  ['rt.visual.centralizedControl', '/visual/equipmentMana/centralizedControl/index'],
  ['vis.cmd', '/visual/equipmentMana/commandRecord/index'],
  ['visual.powerCtl', '/visual/equipmentMana/powerControl/index'],
  ['vis.smartPole', '/visual/equipmentMana/smartPole/index'],
  ['vis.gateway', '/visual/equipmentMana/gateway/index'],
  ['vis.lampControl', '/visual/equipmentMana/lampControl/index'],
  ['vis.ap', '/visual/equipmentMana/ap/index'],
  ['vis.meter', '/visual/equipmentMana/meter/index'],
  ['vis.devGroup', '/visual/equipmentMana/devGroup/index'],
  ['rt.eq.childDevice', '/equipmentMana/childDevice'],
  ['eq.controller', '/equipmentMana/controller/index'],
  ['rt.eq.controllerDetail', '/equipmentMana/controller/detail'],
  ['ai.table', '/ai/device/table'],
  ['vis.switchbox', '/visual/equipmentMana/switchbox/index'],
])('%s: there is a page at %s', (_screens, path) => {
  expect(pages).toContain(path)
})

test.each([
  ['grp.city.basisaccessories', '/city/basisaccessories'],
  ['grp.city.controlCenter', '/city/controlCenter'],
  ['grp.city.lampmanagement', '/city/lampmanagement'],
  ['grp.institute.deviceManage', '/intelligentInstitute/deviceManage'],
  ['grp.sun.param', '/sun/param'],
  ['grp.visual.equipmentMana', '/visual/equipmentMana'],
  ['area.ai', '/ai'],
])('%s: the menu %s groups pages', (_screen, path) => {
  const group = menus.find((item) => item.path === path)
  expect(group).toBeDefined()
  expect(menus.filter(({ parent }) => parent === group?.code)).not.toEqual([])
})

test('area.concentrator: the pages of concentrators of smart poles stand below /visual/concentrator', () => {
  expect([...pages].filter((path) => path.startsWith('/visual/concentrator/'))).not.toEqual([])
})

test('pub.sunDevDetail: the page of a QR code needs no session, all others of /sun do', () => {
  expect([isPublic('/sunDevDetail'), isPublic('/sun/xiangqing'), isPublic('/sun/lamppole')]).toEqual([true, false, false])
})

test('menu.add.delayOffline, menu.add.bindInformation, menu.add.esim, grp.city.maintenance, sun.terminal: the platform has groups of its own', () => {
  const menu = withAdditions([], { tenantId: '000000', roles: [] }, (path) => pages.has(path), 'zh')
  const below = (path: string): string[] => (menu.find((entry) => entry.path === path)?.children ?? []).map((entry) => entry.path)
  expect(below('/city/maintenance')).toEqual(['/city/delayOfflineSetting/index', '/city/bindInformation'])
  expect(below('/sun/terminal')).toEqual(['/sun/terminal/esimManage'])
  expect(withAdditions([], { tenantId: '100001', roles: [] }, (path) => pages.has(path), 'zh')).toEqual([])
})

test('rt.sun.xiangqing: the page of a solar lamp has the tab of parameters with the families of solar lighting', async () => {
  openFamilies(familyIndex)
  expect((await familiesOfType('solarLamp')).map(({ name }) => name)).toEqual([
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
    'calendar',
    'powerSupply',
    'sunMode',
    'customBattery',
  ])
})

// Menus begin with the pages that users open every day; settings and analyses have groups of their own.
test.each([
  ['strategy_center', 'workstrategy', 8],
  ['report', 'report_monthly', 8],
  ['alarm_center', 'incident', 8],
  ['control_center', 'manual_control', 10],
  ['city_basisaccessories', 'accessory_controllers', 8],
])('the menu %s begins with %s and shows at most %i entries', (parent, first, most) => {
  const entries = menus.filter((menu) => menu.parent === parent && !('hidden' in menu)).sort((a, b) => a.sort - b.sort)
  expect(entries.length).toBeGreaterThan(3)
  expect(entries.length).toBeLessThanOrEqual(most)
  expect(entries[0]?.code).toBe(first)
  for (const { code, resource, roles, permissions } of entries)
    if (!resource && !roles && !permissions) expect(menus.filter((menu) => menu.parent === code).length, code).toBeGreaterThan(1)
})
