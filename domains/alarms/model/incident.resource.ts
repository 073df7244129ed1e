import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { CAUSES } from './causes.ts'
import { SEVERITIES } from './kinds.ts'

const told = { readonly: true, form: false } as const
/** For the page of the incident and for the engine: no column, no filter. */
const inner = { ...told, hidden: true } as const
const share = { ...told, unit: '%', min: 0, max: 100 } as const

/** State of an incident. `watched`: it explains lost devices, but not yet for long enough to be shown to everyone. */
export const INCIDENT = { watched: 0, open: 1, closed: 2, merged: 3 } as const

/**
 * One cause that took many devices at once. The platform opens, changes and closes it (`server/incidents.ts`); people acknowledge, assign and comment it, and say
 * when the cause is another one. Not in the catalogue.
 */
export const incident = defineResource({
  name: 'alarms.incident',
  label: ['事件', 'Incident'],
  about: [
    '一个原因造成的一批离线设备：原因、依据和受影响的设备',
    'Devices that went offline together: the cause, its evidence and the affected devices',
  ],
  code: 'incident',
  scope: 'project',
  roles: { read: 'alarms', write: 'alarms', export: 'export' },
  api: { base: 'blade-alarm/incident', verbs: ['list', 'page', 'detail'] },
  title: 'name',
  list: { sort: 'state,severity,-beganAt' },
  page: {
    path: '/city/alarmCenter/incident/index',
    details: '/city/alarmCenter/incident/details',
    label: ['事件', 'Incidents'],
    icon: 'thunderbolt',
    sort: 5,
    parent: 'alarm_center',
    find: ['name'],
  },
  fields: {
    severity: f.choice(SEVERITIES, {
      label: ['级别', 'Severity'],
      ...told,
      list: { width: 100 },
      search: 'in',
      tones: { 1: 'bad', 2: 'bad', 3: 'warn', 4: 'neutral' },
    }),
    beganAt: f.time({ label: ['开始', 'Began'], ...told, list: { width: 250 }, search: 'range' }),
    cause: f.choice(CAUSES, { label: ['原因', 'Cause'], ...told, list: { width: 190 }, search: 'in' }),
    name: f.text({ label: ['位置', 'Where'], ...told, max: 160, list: { width: 170 }, search: true }),
    state: f.choice(
      {
        [INCIDENT.watched]: ['研判中', 'Under assessment'],
        [INCIDENT.open]: ['未恢复', 'Open'],
        [INCIDENT.closed]: ['已恢复', 'Closed'],
        [INCIDENT.merged]: ['已合并', 'Merged'],
      },
      {
        label: ['状态', 'State'],
        ...told,
        list: true,
        search: 'in',
        tones: { [INCIDENT.watched]: 'busy', [INCIDENT.open]: 'bad', [INCIDENT.closed]: 'good', [INCIDENT.merged]: 'neutral' },
      },
    ),
    lost: f.int({ label: ['离线设备', 'Offline devices'], ...told, list: true }),
    total: f.int({ label: ['应在线设备', 'Devices that should report'], ...told, list: true }),
    mostLost: f.int({ label: ['最多离线', 'Most offline at once'], ...told }),
    confidence: f.int({ label: ['可信度', 'Confidence'], ...share, list: true }),
    evidence: f.text({ label: ['依据', 'Evidence'], ...inner, max: 200, hint: ['编码，逗号分隔', 'Codes, divided by commas'] }),
    rivalCause: f.choice(CAUSES, { label: ['另一可能', 'Other possible cause'], ...told }),
    rivalName: f.text({ label: ['另一可能的位置', 'Location of the other cause'], ...told, max: 160 }),
    rivalConfidence: f.int({ label: ['另一可能的可信度', 'Confidence of the other cause'], ...share }),
    endedAt: f.time({ label: ['结束', 'Ended'], ...told, list: true, search: 'range' }),
    restoringSince: f.time({ label: ['开始恢复', 'Recovering since'], ...told }),
    nodeKey: f.text({ label: ['节点', 'Node'], ...inner, max: 60 }),
    rivalKey: f.text({ label: ['另一节点', 'Other node'], ...inner, max: 60 }),
    rivalSince: f.time({ label: ['另一原因占优自', 'Other cause leads since'], ...inner }),
    rejected: f.text({ label: ['已排除', 'Excluded'], ...inner, max: 400 }),
    mergedId: f.ref('alarms.incident', { label: ['合并到', 'Merged into'], ...told, titleAs: 'mergedName' }),
    acknowledgedAt: f.time({ label: ['确认时间', 'Acknowledged'], ...told }),
    acknowledgedBy: f.ref('identity.user', { label: ['确认人', 'Acknowledged by'], ...told, titleAs: 'acknowledgedByName' }),
    assigneeId: f.ref('identity.user', { label: ['负责人', 'Assigned to'], ...told, list: true, search: true, titleAs: 'assigneeName' }),
    remark: f.text({ label: ['说明', 'Note'], ...told, max: 255 }),
    gatewayId: f.ref('devices.gateway', { label: ['网关', 'Gateway'], ...told, search: true, titleAs: 'gatewayName' }),
    switchboxId: f.ref('cabinets.switchbox', { label: ['配电箱', 'Switch box'], ...told, search: true, titleAs: 'switchboxName' }),
    loopId: f.ref('cabinets.loop', { label: ['回路', 'Loop'], ...told, search: true, titleAs: 'loopName' }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], ...told, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], ...told, list: true, search: true }),
  },
  actions: {
    acknowledge: {
      label: ['确认事件', 'Acknowledge incident'],
      on: 'rows',
      roles: 'alarms',
      leads: true,
      confirm: [
        '同时确认此事件现有的告警；之后加入的告警不受影响。',
        'Its current alarms are acknowledged too; alarms that join later are not.',
      ],
    },
    assign: {
      label: ['指派事件', 'Assign incident'],
      on: 'rows',
      roles: 'alarms',
      input: { userId: f.ref('identity.user', { label: ['负责人', 'Assigned to'], required: true }) },
    },
    comment: {
      label: ['事件备注', 'Comment on incident'],
      on: 'rows',
      roles: 'alarms',
      input: { remark: f.text({ label: ['内容', 'Text'], required: true, max: 255, multiline: true }) },
    },
    reject: {
      label: ['不是此原因', 'Not this cause'],
      on: 'row',
      roles: 'alarms',
      confirm: ['平台将排除此原因，改用下一个可能的原因。', 'The platform excludes this cause and takes the next one.'],
      input: { remark: f.text({ label: ['依据', 'Why'], required: true, max: 255, multiline: true }) },
    },
  },
  indexes: [
    ['state', 'beganAt'],
    ['beganAt', 'id'],
    ['projectId', 'id'],
    ['areaId', 'id'],
  ],
  io: { export: true },
})
