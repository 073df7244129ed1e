import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { ENTRY_FIELDS } from './strategy-fields.ts'

export const KINDS = { normal: 1, special: 2, spray: 3 } as const
/** Systems of strategies (field `systemType`). */
export const SYSTEMS = { city: 2, visual: 3, sun: 4, institute: 5 } as const
const NORMAL = { kind: KINDS.normal } as const
const SPECIAL = { kind: KINDS.special } as const
const SPRAY = { kind: KINDS.spray } as const
const BY_STRATEGY = { workStrategyId: 'id' } as const
const counted = { readonly: true, form: false, from: 'strategies.assignment' } as const

/** What lamps and spray devices do on every night of the year (slice E1, answers 1 and 2). */
export const strategy = defineResource({
  name: 'strategies.strategy',
  label: ['工作策略', 'Strategy'],
  about: [
    '灯具和喷淋设备每晚的开关与亮度；下发后设备自行执行',
    'What lamps and spray devices do each night; devices follow it by themselves',
  ],
  code: 'workstrategy',
  scope: 'project',
  roles: 'devices',
  api: {
    base: 'blade-strategy/workstrategy',
    verbs: ['page', 'get', 'detail', 'select'],
    calls: {
      'GET blade-strategy/workstrategy/normal/page': { verb: 'page', fixed: NORMAL },
      'GET blade-strategy/workstrategy/normal/{id}': { verb: 'get', fixed: NORMAL },
      'POST blade-strategy/workstrategy/normal': { verb: 'create', fixed: NORMAL },
      'PUT blade-strategy/workstrategy/normal': { verb: 'put', fixed: NORMAL, names: BY_STRATEGY },
      'DELETE blade-strategy/workstrategy/normal': { verb: 'delete', fixed: NORMAL },
      'GET blade-strategy/workstrategy/special/page': { verb: 'page', fixed: SPECIAL },
      'GET blade-strategy/workstrategy/special/detail': { verb: 'detail', fixed: SPECIAL },
      // The catalogue has no call that writes special strategies (slice E1, answer 6).
      'POST blade-strategy/workstrategy/special': { verb: 'create', fixed: SPECIAL },
      'PUT blade-strategy/workstrategy/special': { verb: 'put', fixed: SPECIAL, names: BY_STRATEGY },
      'DELETE blade-strategy/workstrategy/special': { verb: 'delete', fixed: SPECIAL },
      'GET blade-strategy/spray/workstrategy/normal/page': { verb: 'page', fixed: SPRAY },
      'GET blade-strategy/spray/workstrategy/normal/{id}': { verb: 'get', fixed: SPRAY },
      'POST blade-strategy/spray/workstrategy/normal': { verb: 'create', fixed: SPRAY },
      'PUT blade-strategy/spray/workstrategy/normal': { verb: 'put', fixed: SPRAY, names: BY_STRATEGY },
      'DELETE blade-strategy/spray/workstrategy/normal': { verb: 'delete', fixed: SPRAY },
    },
  },
  list: { sort: '-updateTime' },
  fields: {
    name: f.text({ label: ['策略名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    kind: f.choice(
      { 1: ['常规策略', 'Normal'], 2: ['特殊日策略', 'Special days'], 3: ['喷淋策略', 'Spray'] },
      { label: ['种类', 'Kind'], initial: 1, form: 'create', list: true, search: true },
    ),
    systemType: f.choice(
      {
        2: ['城市照明', 'City lighting'],
        3: ['智慧灯杆', 'Smart poles'],
        4: ['太阳能照明', 'Solar lighting'],
        5: ['智慧院区', 'Institute'],
      },
      { label: ['所属系统', 'System'], initial: 2, search: true },
    ),
    projectId: f.ref('places.project', { label: ['所属项目', 'Project'], list: true, search: true }),
    areaId: f.ref('places.area', { label: ['所属区域', 'Area'], titleAs: 'areaName' }),
    version: f.int({ label: ['版本', 'Version'], readonly: true, form: false, list: true }),
    assigned: f.int({ label: ['分配设备', 'Assigned'], ...counted, list: true }),
    held: f.int({ label: ['已生效', 'In effect'], ...counted, list: true }),
    drifted: f.int({ label: ['不一致', 'Drifted'], ...counted, list: true }),
    failed: f.int({ label: ['失败', 'Failed'], ...counted, list: true }),
    outdated: f.int({ label: ['旧版本', 'Older version'], ...counted }),
    publishedAt: f.time({ label: ['最近下发', 'Published'], readonly: true, form: false, list: true }),
    entries: f.items(ENTRY_FIELDS, { label: ['开关点', 'Switch points'], max: 32 }),
    range: f.text({
      label: ['日期范围', 'Dates'],
      max: 24,
      example: '10-01..10-07',
      match: {
        pattern: '\\d{2}-\\d{2}\\.\\.\\d{2}-\\d{2}|\\d{4}-\\d{2}-\\d{2}\\.\\.\\d{4}-\\d{2}-\\d{2}',
        text: ['应为 MM-DD..MM-DD 或 yyyy-MM-dd..yyyy-MM-dd', 'must be MM-DD..MM-DD or yyyy-MM-dd..yyyy-MM-dd'],
      },
      hint: ['MM-DD..MM-DD 为每年', 'MM-DD..MM-DD repeats every year'],
    }),
    dayKind: f.choice(
      { 0: ['按日期范围', 'By dates'], 1: ['节假日', 'Holidays'], 2: ['调休上班日', 'Makeup workdays'] },
      { label: ['适用日', 'Applies on'], initial: 0 },
    ),
    priority: f.int({ label: ['优先级', 'Priority'], min: 1, max: 9, initial: 5 }),
    polar: f.choice(
      { 0: ['跳过', 'Leave out'], 1: ['保持亮灯', 'Stay on'], 2: ['保持熄灯', 'Stay off'] },
      { label: ['极夜', 'Polar night'], initial: 0 },
    ),
    minBurn: f.int({ label: ['最短亮灯', 'Minimum burn'], unit: 'min', min: 0, max: 240, initial: 0 }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
    reason: f.text({
      label: ['修改原因', 'Reason for the change'],
      max: 255,
      hint: ['写入新版本，下次修改时不保留', 'Stored with the new version; the next change starts empty'],
    }),
  },
  indexes: [['projectId'], ['kind', 'id']],
  io: { export: true },
})
export const POLAR = ['skip', 'holdOn', 'holdOff'] as const
