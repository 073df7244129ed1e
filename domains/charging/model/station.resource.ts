import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Charging stations (jscChargingPile.queryStationStats). The StationID is given by the operator of the station, who also pushes its name, address and place. */
export const station = defineResource({
  name: 'charging.station',
  label: ['充电站', 'Charging station'],
  about: ['充电站及其运营商；名称和位置可由运营商推送', 'Stations and their operators, which push names and places'],
  code: 'chargestation',
  scope: 'project',
  roles: 'devices',
  page: {
    path: '/visual/equipmentMana/chargingPile/station',
    icon: 'environment',
    sort: 74,
    parent: 'pole_charging',
    find: ['name', 'stationId'],
  },
  api: { base: 'blade-charging/station', verbs: ['list', 'detail', 'submit', 'remove'] },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['operatorId']],
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, max: 80, list: true, search: true }),
    stationId: f.text({
      label: ['站点编号', 'Station ID'],
      required: true,
      unique: true,
      max: 20,
      example: 'STATION-0001',
      list: true,
      search: true,
      hint: ['StationID，由运营商分配', 'StationID, given by the operator'],
      match: { pattern: '[A-Za-z0-9_-]+', text: ['只能包含字母、数字、横线和下划线', 'may contain letters, digits, - and _ only'] },
    }),
    operatorId: f.ref('charging.operator', { label: ['运营商', 'Operator'], required: true, list: true, search: true }),
    address: f.text({ label: ['地址', 'Address'], max: 200, list: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], list: true, search: true }),
    location: f.geo({ label: ['位置', 'Location'] }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  io: { export: true },
})
