import { f } from '@lamplight/fields/model'
import { defineResource, exampleDevice } from '@lamplight/kit'

export const ENABLE = { off: 0, on: 1, shadow: 2 } as const
export const COOLDOWN_SECONDS = 60
/** Longest list of device ids: 1,000 ids. */
const IDS_MOST = 20_000
const devices = (zh: string, en: string) =>
  f.text({
    label: [zh, en],
    required: true,
    max: IDS_MOST,
    alone: true,
    example: exampleDevice({ name: 'controller' }),
    match: {
      pattern: '\\s*\\d{1,19}(\\s*,\\s*\\d{1,19})*\\s*',
      text: ['应为以逗号分隔的设备 id', 'must be device ids separated by commas'],
    },
  })

/** Linkages: a template bound to devices (screen vis.linkage). */
export const linkageInstance = defineResource({
  name: 'linkage.instance',
  label: ['联动实例', 'Linkage'],
  about: [
    '把模板绑定到触发设备和执行设备，启用后自动执行',
    'Templates bound to trigger devices and acting devices; enabled ones run automatically',
  ],
  code: 'linkage_instance',
  scope: 'project',
  roles: 'devices',
  page: { path: '/visual/linkage/instance', icon: 'cluster', sort: 10, parent: 'visual_linkage', find: ['instanceName'] },
  api: {
    base: 'blade-strategy/linkage/instance',
    verbs: ['list', 'page', 'detail', 'submit', 'remove'],
    calls: { 'GET blade-strategy/linkage/instance/by/id': { verb: 'detail' } },
  },
  title: 'instanceName',
  fields: {
    instanceName: f.text({ label: ['实例名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    templateId: f.ref('linkage.template', {
      label: ['模板', 'Template'],
      required: true,
      list: true,
      search: true,
      titleAs: 'templateName',
    }),
    toggleDevType: f.int({
      label: ['触发设备类型', 'Trigger type'],
      min: 1,
      max: 32_767,
      form: false,
      quantity: false,
      list: { width: 150 },
      search: true,
      example: 4,
    }),
    devType: f.int({
      label: ['执行设备类型', 'Acting type'],
      min: 1,
      max: 32_767,
      form: false,
      quantity: false,
      list: { width: 150 },
      search: true,
      example: 4,
    }),
    toggleDevIds: devices('触发设备', 'Trigger devices'),
    devIds: devices('执行设备', 'Acting devices'),
    enable: f.choice(
      { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'], 2: ['影子（只记录）', 'Shadow: records only'] },
      { label: ['状态', 'State'], required: true, initial: 0, list: true, search: 'in', tones: { 0: 'neutral', 1: 'good', 2: 'busy' } },
    ),
    cooldown: f.int({
      label: ['冷却时间', 'Cool-down'],
      unit: 's',
      min: 0,
      max: 86_400,
      initial: COOLDOWN_SECONDS,
      hint: ['两次触发的最短间隔', 'Minimum time between two triggers'],
    }),
    projectId: f.ref('places.project', { label: ['所属项目', 'Project'], search: true }),
    areaId: f.ref('places.area', { label: ['所属区域', 'Area'], search: true, titleAs: 'areaName' }),
    firings: f.int({ label: ['触发次数', 'Times triggered'], readonly: true, form: false, from: 'linkage.record', list: true }),
    lastFiredAt: f.time({ label: ['最近触发', 'Last triggered'], readonly: true, form: false, from: 'linkage.record', list: true }),
    actingUser: f.ref('identity.user', {
      label: ['执行人', 'Runs as'],
      readonly: true,
      form: false,
      hint: ['最后保存的用户；指令以其权限下发', 'The user who saved it last: commands are sent with the rights of this user'],
    }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  indexes: [['projectId'], ['templateId']],
  io: { export: true },
})
