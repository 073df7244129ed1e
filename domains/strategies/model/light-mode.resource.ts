import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { lightModeLifecycle } from './light-mode.lifecycle.ts'
import { lightModes } from './pages.ts'
import { RUN_MODES } from './run-modes.ts'

const percent = (zh: string, en: string) => f.int({ label: [zh, en], unit: '%', min: 0, max: 100, initial: 100 })

/** Light modes of solar lamps: screen sun.lightMode. */
export const lightMode = defineResource({
  name: 'strategies.lightMode',
  label: lightModes.label,
  about: [
    '按时间、光照或感应亮灯的规则；启用后下发到设备',
    'Rules by which lamps light: by time, by daylight or by motion; sent to the devices when enabled',
  ],
  code: 'lightmode',
  scope: 'project',
  roles: 'devices',
  api: { base: 'blade-strategy/lightSystem/mode', verbs: ['list', 'detail', 'submit', 'remove'] },
  lifecycle: lightModeLifecycle,
  fields: {
    name: f.text({ label: ['模式名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    status: f.state(lightModeLifecycle, { label: ['状态', 'State'], list: true, search: true }),
    apply: f.choice(
      { 0: ['未应用', 'Not applied'], 1: ['应用中', 'Applying'], 2: ['已应用', 'Applied'], 3: ['应用失败', 'Failed'] },
      {
        label: ['应用情况', 'Applied'],
        form: false,
        hint: ['由设备上报计算；提交的值不改变它', 'Computed from what devices store; a submitted value does not change it'],
        list: true,
        tones: { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'bad' },
      },
    ),
    lampRunMode: f.choice(RUN_MODES, { label: ['运行方式', 'Run mode'], required: true, initial: 1, list: true, search: 'in' }),
    projectId: f.ref('places.project', { label: ['所属项目', 'Project'], list: true, search: true }),
    areaId: f.ref('places.area', { label: ['所属区域', 'Area'], titleAs: 'areaName' }),
    lampModeRuleLis: f.items(
      {
        from: f.text({
          label: ['起始时间', 'From'],
          required: true,
          example: '18:30',
          match: { pattern: '([01]\\d|2[0-3]):[0-5]\\d', text: ['应为 HH:mm', 'must be HH:mm'] },
        }),
        level: percent('亮度', 'Level'),
        motionLevel: percent('有人时亮度', 'Level on motion'),
      },
      { label: ['亮灯规则', 'Rules'], required: true, max: 12 },
    ),
    devList: f.refs('lighting.controller', { label: ['适用设备', 'Devices'], required: true }),
  },
  indexes: [['projectId']],
  io: { export: true },
})
