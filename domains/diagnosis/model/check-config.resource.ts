import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const flag = (zh: string, en: string) => f.flag({ label: [zh, en], initial: true })
const percent = (zh: string, en: string, range: readonly [min: number, max: number], initial: number, hint?: readonly [string, string]) =>
  f.int({ label: [zh, en], unit: '%', required: true, min: range[0], max: range[1], initial, ...(hint && { hint }) })
const count = (zh: string, en: string, range: readonly [min: number, max: number], initial: number, hint?: readonly [string, string]) =>
  f.int({ label: [zh, en], required: true, min: range[0], max: range[1], initial, ...(hint && { hint }) })

/**
 * Thresholds and nights of the detection without flags (screen city.mt.faultCheck). Without a row the initial values apply. A configuration of a
 * project applies to its devices, one without project to all others; of several, the enabled one that was changed last. The initial values are those of `limits.ts`.
 */
export const checkConfig = defineResource({
  name: 'diagnosis.checkConfig',
  label: ['故障检测配置', 'Fault check configuration'],
  about: ['从电表读数发现故障的阈值和复核夜数', 'Thresholds and nights with which faults are found from meter readings'],
  code: 'fault_check_config',
  scope: 'project',
  roles: { read: 'alarms', write: 'write', export: 'export' },
  api: { base: 'blade-alarm/faultCheckConfig', verbs: ['page', 'get', 'detail', 'create', 'put', 'remove'] },
  page: {
    path: '/city/maintenance/faultCheckConfig/index',
    label: ['故障检测配置', 'Fault checks'],
    icon: 'setting',
    sort: 45,
    parent: 'city_maintenance',
    find: ['name'],
  },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    enable: f.choice(
      { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'] },
      { label: ['状态', 'State'], required: true, initial: 1, list: true, search: true, tones: { 0: 'neutral', 1: 'good' } },
    ),
    projectId: f.ref('places.project', {
      label: ['项目', 'Project'],
      list: true,
      search: true,
      hint: ['留空则用于没有单独配置的全部项目', 'Empty: for all projects without a configuration of their own'],
    }),
    nights: f.int({
      label: ['复核夜数', 'Nights to confirm'],
      required: true,
      min: 2,
      max: 14,
      initial: 2,
      list: true,
      hint: ['候选在这么多个夜晚出现后成为故障', 'A candidate becomes a fault after this many nights'],
    }),
    muteDays: f.int({
      label: ['驳回后静默', 'Silence after dismissal'],
      unit: 'd',
      required: true,
      min: 0,
      max: 3650,
      initial: 90,
      hint: ['台账更正后立即重新检测', 'A correction of the inventory ends the silence at once'],
    }),
    darkOn: flag('检测不亮', 'Dark lamps'),
    darkPercent: percent('不亮阈值', 'Dark below', [5, 80], 30, ['夜间功率与同组之比', 'Power at night against the group']),
    litSamples: count('亮灯读数', 'Lit readings', [3, 200], 6, ['少于此数不判断', 'With fewer, the night is not judged']),
    dayBurnerOn: flag('检测白天亮灯', 'Day burners'),
    dayPercent: percent('白天亮灯阈值', 'Burns by day above', [5, 100], 30, [
      '白天功率与额定功率之比',
      'Daytime power against nominal power',
    ]),
    daySamples: count('白天读数', 'Readings by day', [2, 200], 3),
    dimFailureOn: flag('检测调光失效', 'Dimming failures'),
    dimHighPercent: percent('调光比上限', 'Dim ratio above', [105, 400], 140, [
      '低亮度与全亮功率之比，相对同组',
      'Reduced against full power, compared with the group',
    ]),
    dimLowPercent: percent('调光比下限', 'Dim ratio below', [10, 95], 70),
    phaseSamples: count('每档读数', 'Readings in each phase', [2, 200], 4),
    cyclingOn: flag('检测频繁亮灭', 'Cycling lamps'),
    transitions: count('亮灭次数', 'Changes in a night', [2, 100], 4),
    sureTransitions: count('无需复核的次数', 'Changes without second night', [3, 200], 6, [
      '且电量同时偏低',
      'If the counter is low in the same night',
    ]),
    counterPercent: percent('电量比下限', 'Counter below', [50, 99], 95, ['累计电量与读数之比', 'Counted energy against the readings']),
    driftOn: flag('检测功率漂移', 'Power deviation'),
    driftSigmas: f.number({ label: ['漂移判据', 'Deviation after'], unit: 'σ', required: true, min: 5, max: 50, decimals: 1, initial: 10 }),
    driftPercent: percent('最小漂移', 'Smallest deviation', [3, 50], 8, ['与自身14夜基线之比', 'Against the lamp’s own 14 nights']),
    leakageOn: flag('检测疑似漏电', 'Suspected leakage'),
    leakPercent: f.number({
      label: ['漏电比例', 'Leakage above'],
      unit: '%',
      required: true,
      min: 0.5,
      max: 50,
      decimals: 1,
      initial: 2,
      hint: ['与灯具功率之比，7天', 'Share of the power of the lamps, over 7 days'],
    }),
    leakWatts: f.int({ label: ['漏电功率', 'Leakage above'], unit: 'W', required: true, min: 10, max: 100_000, initial: 50 }),
    groupSize: count('最小分组', 'Smallest group', [4, 200], 8, [
      '更小的分组与额定功率比较',
      'Smaller groups are compared with the nominal power',
    ]),
    groupBreak: percent('共同原因', 'Common cause above', [20, 90], 50, [
      '同组超过此比例有相同现象时不算单灯故障',
      'If more of the group shows the same symptom, it is not a fault of single lamps',
    ]),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  form: {
    sections: [
      { label: ['范围', 'Scope'], fields: ['name', 'enable', 'projectId', 'nights', 'muteDays', 'remark'] },
      { label: ['不亮', 'Dark lamp'], fields: ['darkOn', 'darkPercent', 'litSamples'] },
      { label: ['白天亮灯', 'Day burner'], fields: ['dayBurnerOn', 'dayPercent', 'daySamples'] },
      { label: ['调光失效', 'Dimming failure'], fields: ['dimFailureOn', 'dimHighPercent', 'dimLowPercent', 'phaseSamples'] },
      { label: ['频繁亮灭', 'Cycling'], fields: ['cyclingOn', 'transitions', 'sureTransitions', 'counterPercent'] },
      { label: ['功率漂移', 'Power deviation'], fields: ['driftOn', 'driftSigmas', 'driftPercent'] },
      { label: ['疑似漏电', 'Suspected leakage'], fields: ['leakageOn', 'leakPercent', 'leakWatts'] },
      { label: ['分组', 'Groups'], fields: ['groupSize', 'groupBreak'] },
    ],
  },
  indexes: [['projectId', 'id']],
  io: { export: true },
})
