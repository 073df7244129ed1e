import { f } from '@lamplight/fields/model'
import { defineListing } from '@lamplight/kit'
import { controller } from '../controller.resource.ts'
import { controllerCheck } from '../pages.ts'

/** Checks of an installation, in the order of the page. */
export const CHECKS = {
  reported: ['上报', 'Report'],
  located: ['位置', 'Location'],
  hasLamp: ['灯具', 'Lamp'],
  powerFits: ['功率', 'Power'],
} as const
export type Check = keyof typeof CHECKS
export const CHECK_NAMES = Object.keys(CHECKS) as Check[]

const WORDS = [
  ['未通过', 'Failed'],
  ['通过', 'Passed'],
] as const
const passed = (name: Check) => f.flag({ label: CHECKS[name], words: WORDS, tones: ['bad', 'good'], list: { width: 110 } })
const checks = Object.fromEntries(CHECK_NAMES.map((name) => [name, passed(name)])) as Record<Check, ReturnType<typeof passed>>
const watts = { unit: 'W', decimals: 1, plain: true, list: { width: 110 } } as const

/** Controllers whose installation is incomplete or whose power does not fit (controller.install.check.page, screen city.ctrl.install). */
export const installCheck = defineListing({
  name: 'lighting.installCheck',
  label: ['安装检查', 'Installation check'],
  about: [
    '安装未完成或实测功率与模型不符的单灯控制器',
    'Lamp controllers whose installation is incomplete or whose power does not fit the model',
  ],
  code: 'controller_check',
  rightsOf: controller,
  api: { base: 'blade-city/controller/install/check', verbs: ['page'] },
  title: 'sn',
  opens: { resource: 'lighting.controller' },
  list: { sort: 'id' },
  filters: {
    sn: f.text({ label: ['序列号', 'Serial number'], max: 64 }),
    check: f.terms(CHECKS, { label: ['未通过项', 'Failed check'] }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'] }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'] }),
    /** Record of a repeated check: the list has its devices, also those that pass now. */
    batchId: f.ref('control.batch', { label: ['重新检查的结果', 'Results of a repeated check'], hidden: true }),
  },
  fields: {
    sn: f.text({ label: ['序列号', 'Serial number'], list: { width: 160 } }),
    name: f.text({ label: ['名称', 'Name'] }),
    answer: f.choice(
      { 0: ['等待应答', 'Waiting'], 1: ['已应答', 'Answered'], 2: ['未应答', 'No answer'] },
      { label: ['应答', 'Answer'], tones: { 0: 'busy', 1: 'good', 2: 'warn' } },
    ),
    ...checks,
    power: f.number({ label: ['实测功率', 'Metered power'], ...watts }),
    expectedPower: f.number({ label: ['应有功率', 'Expected power'], ...watts }),
    gwSn: f.text({ label: ['网关', 'Gateway'], list: { width: 130 } }),
    areaName: f.text({ label: ['区域', 'Area'], list: { width: 130 } }),
    reportedAt: f.time({ label: ['上报时间', 'Reported'], list: { width: 178 } }),
  },
  io: { export: true },
  page: { ...controllerCheck, icon: 'check', sort: 18 },
})
