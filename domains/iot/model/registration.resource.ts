import { f } from '@lamplight/fields/model'
import { defineResource, exampleId } from '@lamplight/kit'

/** Values of `registerStatus`. */
export const WAITING = 0
export const REGISTERED = 1
export const FAILED = 2

/** Placeholder in examples for a unit product with `driver: operator`. The example row of `devices.type` has no driver, so a registration refuses it. */
export const EXAMPLE_TYPE = exampleId('devices.type.operator')

/** IoT devices that are registered at an operator's platform (iot.registration.list). Each row belongs to one row of `devices.device`, whose serial number is the IMEI. */
export const registration = defineResource({
  name: 'iot.registration',
  label: ['物联网设备', 'IoT device'],
  about: ['按IMEI在运营商平台登记的设备；未激活的可按导入批次删除', 'Devices registered by IMEI at the platform of an operator'],
  code: 'iotregistration',
  scope: 'project',
  roles: 'devices',
  api: { base: 'blade-device/iot/registration', verbs: ['list', 'detail', 'submit', 'remove'] },
  page: {
    path: '/iot/registration',
    icon: 'chip',
    sort: 10,
    parent: 'iot',
    label: ['设备注册', 'Device registration'],
    find: ['imei', 'name'],
  },
  io: { export: true, import: { key: 'imei' } },
  title: 'imei',
  keyword: ['imei', 'name'],
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['deviceId']],
  fields: {
    imei: f.text({
      label: ['IMEI', 'IMEI'],
      required: true,
      unique: true,
      form: 'create',
      shape: 'imei',
      max: 15,
      list: { width: 170, least: 150 },
      search: true,
    }),
    name: f.text({ label: ['名称', 'Name'], max: 80, list: true, search: true }),
    typeId: f.ref('devices.type', {
      label: ['设备类型', 'Device type'],
      hint: [
        '经运营商平台接入的单元产品；只有一个时可不填',
        'A unit product with access by operator platforms; may be empty if there is one only',
      ],
      form: 'create',
      list: true,
      search: true,
      titleAs: 'unitProductCode',
      example: EXAMPLE_TYPE,
    }),
    ocId: f.ref('iot.oc', {
      label: ['OC平台', 'Platform'],
      hint: ['只有一个平台时可不填', 'May be empty if there is one platform only'],
      list: true,
      search: true,
    }),
    registerStatus: f.choice(
      { [WAITING]: ['待登记', 'Waiting'], [REGISTERED]: ['已登记', 'Registered'], [FAILED]: ['登记失败', 'Failed'] },
      {
        label: ['平台登记', 'At the platform'],
        readonly: true,
        form: false,
        initial: WAITING,
        list: true,
        search: 'in',
        tones: { 0: 'neutral', 1: 'good', 2: 'bad' },
      },
    ),
    registerReason: f.text({ label: ['失败原因', 'Reason'], readonly: true, form: false, max: 300 }),
    registerTries: f.int({ label: ['登记次数', 'Attempts'], readonly: true, form: false, min: 0, initial: 0 }),
    registeredAt: f.time({ label: ['登记时间', 'Registered'], readonly: true, form: false }),
    nextTry: f.time({ label: ['下次登记', 'Next attempt'], readonly: true, form: false }),
    deviceState: f.choice(
      { 1: ['正常', 'Normal'], 3: ['故障', 'Fault'], 4: ['离线', 'Offline'], 5: ['未激活', 'Not activated'] },
      {
        label: ['设备状态', 'Device state'],
        readonly: true,
        form: false,
        from: 'devices.state',
        list: true,
        search: 'in',
        tones: { 1: 'good', 3: 'bad', 4: 'warn', 5: 'neutral' },
      },
    ),
    reportedAt: f.time({ label: ['上报时间', 'Reported'], readonly: true, form: false, from: 'devices.state', list: true }),
    deviceId: f.ref('devices.device', { label: ['设备', 'Device'], readonly: true, form: false, titleAs: 'deviceSn' }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], list: true, search: true }),
    location: f.geo({ label: ['位置', 'Location'] }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    register: { label: ['重新登记', 'Register again'], on: 'rows', roles: 'write' },
  },
})
