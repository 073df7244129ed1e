import { defineDeviceResource } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { concentratorType } from './concentrator.device.ts'
import { type MemberField, memberFamilies } from './concentrator.family.ts'
import { PROTOCOLS } from './stored-lists.ts'

const MEMBERS_AT_MOST = 32
const members = (name: MemberField) =>
  f.items(
    {
      index: f.int({ label: ['序号', 'Index'], min: 1, max: 255, required: true, initial: 1 }),
      sn: f.text({
        label: ['序列号', 'Serial number'],
        max: 40,
        match: { pattern: '[A-Za-z0-9_-]+', text: ['只能包含字母、数字、横线和下划线', 'may contain letters, digits, - and _ only'] },
      }),
      address: f.int({ label: ['总线地址', 'Bus address'], min: 0, max: 65_535 }),
      protocol: f.choice(PROTOCOLS, { label: ['协议', 'Protocol'], required: true, initial: 1 }),
    },
    { label: memberFamilies[name].label, max: MEMBERS_AT_MOST },
  )
const lampIds = f.refs('lighting.lamp', { label: ['灯具', 'Lamps'], required: true })

/** Concentrators: screens city.concentrator and city.concentratorDetail. */
export const concentrator = defineDeviceResource(concentratorType, {
  name: 'cabinets.concentrator',
  about: ['按回路集中控制路灯、采集三相电量的设备', 'Devices that switch loops of lamps and meter three phases'],
  code: 'concentrator',
  page: {
    path: '/city/basisaccessories/concentrator/index',
    label: ['集中控制器', 'Concentrators'],
    icon: 'cluster',
    sort: 40,
    parent: 'accessory_concentrators',
    details: '/city/basisaccessories/concentrator/details',
  },
  api: {
    base: 'blade-city/concentrator',
    verbs: ['list', 'page', 'detail', 'submit', 'remove'],
    calls: {
      'POST blade-city/concentrator/bind/lamps': { action: 'bindLamps', names: { concentratorId: 'ids' } },
      'POST blade-city/concentrator/unbind/lamps': { action: 'unbindLamps', names: { concentratorId: 'ids' } },
    },
  },
  fields: {
    illuminanceMembers: members('illuminanceMembers'),
    luminanceMembers: members('luminanceMembers'),
    meterMembers: members('meterMembers'),
  },
  actions: {
    bindLamps: { label: ['绑定灯具', 'Bind lamps'], on: 'row', path: 'lamps/bind', roles: 'write', input: { lampIds } },
    unbindLamps: { label: ['解绑灯具', 'Unbind lamps'], on: 'row', path: 'lamps/unbind', roles: 'write', input: { lampIds } },
  },
})
