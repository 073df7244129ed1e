import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { KIND_TEXTS } from './kind-texts.ts'

/** Lamps bound to concentrators (concentrator.bind.lamps). A lamp is bound to at most one concentrator; binding it to another moves it. */
export const concentratorLamp = defineResource({
  name: 'cabinets.concentratorLamp',
  label: ['集中控制器灯具', 'Lamp of a concentrator'],
  code: 'concentrator_lamp',
  scope: 'project',
  roles: 'devices',
  api: { base: 'blade-city/concentrator/lamp', verbs: ['page'] },
  title: 'lampId',
  page: {
    path: '/city/basisaccessories/concentrator/lamps',
    label: ['集中器灯具', 'Lamps of concentrators'],
    icon: 'lamp',
    sort: 41,
    parent: 'city_basisaccessories',
    hidden: true,
  },
  fields: {
    concentratorId: f.ref('cabinets.concentrator', { label: KIND_TEXTS.concentrator, required: true, list: true, search: true }),
    lampId: f.ref('lighting.lamp', {
      label: ['灯具', 'Lamp'],
      required: true,
      unique: true,
      list: true,
      search: true,
      titleAs: 'lampName',
    }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], list: true, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], list: true, search: true }),
  },
  indexes: [
    ['concentratorId', 'id'],
    ['lampId', 'concentratorId'],
  ],
  io: { export: true },
})
