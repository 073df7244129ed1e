import { f } from '@lamplight/fields/model'

/** States of devices of any type (decisions.md B2). */
const STATES = {
  1: ['正常', 'Normal'],
  2: ['正常', 'Normal'],
  3: ['故障', 'Fault'],
  4: ['离线', 'Offline'],
  5: ['未激活', 'Not activated'],
} as const

/** Fields of a listing whose rows are devices of several types, also of types made at run time. The server reads them by `anyDevice`. */
export const deviceFields = {
  sn: f.text({ label: ['序列号', 'Serial number'], max: 64, list: { width: 170, least: 140 } }),
  name: f.text({ label: ['名称', 'Name'], max: 200, list: { width: 170, least: 104 } }),
  devType: f.int({ label: ['设备类型', 'Device type'], hidden: true, search: true, quantity: false }),
  devTypeName: f.text({ label: ['类型', 'Type'], max: 200, list: { width: 150, least: 136 } }),
  currentControllerStatus: f.choice(STATES, {
    label: ['状态', 'State'],
    list: { width: 104 },
    search: 'in',
    tones: { 1: 'good', 2: 'good', 3: 'bad', 4: 'warn', 5: 'neutral' },
  }),
  areaId: f.ref('places.area', { label: ['区域', 'Area'], list: { width: 130, least: 94 }, search: true, titleAs: 'areaName' }),
} as const
/** The title of such a row opens the page of the device, or of the gateway. */
export const opensDevice = { type: 'devType' } as const
/** The common part of listings whose rows are devices: fields, title and its link, keyword, order. A listing with more fields gives its own `fields`. */
export const deviceListing = {
  title: 'sn',
  opens: opensDevice,
  keyword: ['sn', 'name'],
  list: { sort: 'sn' },
  fields: deviceFields,
} as const
