import { f } from '@lamplight/fields/model'
import { defineLifecycle, defineResource } from '@lamplight/kit'
import { onLifecycle, onServer, type ServerSlice } from '@lamplight/server-kit'

const roles = 'commands'
const reason = { reason: f.text({ label: ['原因', 'Reason'], required: true, max: 200 }) }
const check = (value: number) => ({ one: { path: 'check', with: { check: value } }, many: { path: 'batchCheck', with: { check: value } } })
const right = { name: 'check', label: ['审核', 'Check'], about: ['审核工单', 'Checks orders'], roles } as const

/** A lifecycle that uses every feature: relations, former states, shared calls and permissions, conditions, required fields, one row at a time. */
export const orderLifecycle = defineLifecycle({
  field: 'stage',
  states: {
    10: { text: ['待审核', 'Pending'], tone: 'warn' },
    20: { text: ['处理中', 'In progress'], tone: 'busy', requires: ['site', 'watchers'] },
    30: { text: ['待验收', 'To be accepted'], tone: 'busy' },
    40: { text: ['已完成', 'Completed'], tone: 'good', final: true },
    80: { text: ['挂起待审批', 'Hang-up requested'] },
    81: { text: ['已挂起', 'Hung up'] },
    90: { text: ['已关闭', 'Closed'] },
  },
  initial: 10,
  relations: { handler: { field: 'handlerId', label: ['处理人', 'handler'] } },
  conditions: { locked: ['工单 {row} 已锁定', 'Order {row} is locked'] },
  transitions: {
    approve: { label: ['通过', 'Approve'], right, from: [10], to: 20, ...check(1) },
    reject: { label: ['驳回', 'Reject'], right, from: [10], to: 90, ...check(2), input: reason },
    finish: {
      label: ['完成', 'Finish'],
      roles,
      from: [20],
      to: 30,
      only: 'handler',
      one: { path: 'finish', method: 'PUT', key: 'orderId' },
    },
    accept: { label: ['验收', 'Accept'], roles, from: [30], to: 40, never: 'handler', unless: ['locked'], one: { path: 'accept' } },
    hangUp: { label: ['挂起', 'Hang up'], roles, from: [10, 20], to: 80, only: 'handler', one: { path: 'hangUp' }, input: reason },
    approveHangUp: { label: ['同意挂起', 'Approve hang-up'], roles, from: [80], to: 81, one: { path: 'approveHangUp' } },
    resume: {
      label: ['取消挂起', 'Resume'],
      roles: 'platform',
      from: [80, 81],
      to: 'former',
      also: 'handler',
      one: { path: 'resume' },
      refused: ['该工单没有挂起', 'The order is not hung up'],
    },
    close: { label: ['关闭', 'Close'], roles, from: [20, 81], to: 90, danger: true, one: { path: 'close' }, many: { path: 'batchClose' } },
    reopen: { label: ['重开', 'Reopen'], roles, from: [90], to: { former: { 10: 10 }, other: 20 }, one: { path: 'reopen' } },
  },
  edit: { in: [10, 20] },
  remove: { in: [10, 90], unless: ['locked'] },
})

export const order = defineResource({
  name: 'trials.order',
  label: ['试验工单', 'Trial order'],
  code: 'trialorder',
  scope: 'tenant',
  roles: 'write',
  api: { base: 'blade-trials/order', verbs: ['page', 'detail', 'submit', 'remove'] },
  lifecycle: orderLifecycle,
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, max: 50, list: true }),
    stage: f.state(orderLifecycle, { label: ['状态', 'State'], list: true, search: true }),
    handlerId: f.ref('identity.user', { label: ['处理人', 'Handler'] }),
    locked: f.flag({ label: ['锁定', 'Locked'] }),
    site: f.text({ label: ['地点', 'Site'], max: 50 }),
    watchers: f.refs('identity.user', { label: ['关注人', 'Watchers'] }),
  },
})

/** Plans of which only one may be enabled among those that share a lamp. */
const planLifecycle = defineLifecycle({
  field: 'state',
  states: { 0: { text: ['停用', 'Disabled'] }, 1: { text: ['启用', 'Enabled'], tone: 'good' } },
  initial: 0,
  transitions: {
    enable: {
      label: ['启用', 'Enable'],
      roles,
      from: [0],
      to: 1,
      one: { path: 'enable' },
      many: { path: 'enableAll' },
      sole: { within: ['kind'], overlap: 'lamps', by: 'displace' },
    },
    disable: { label: ['停用', 'Disable'], roles, from: [1], to: 0, one: { path: 'disable' } },
    displace: { label: ['被替换', 'Displaced'], from: [1], to: 0, automatic: true },
  },
  edit: { in: [0] },
  remove: { in: [0] },
})
export const plan = defineResource({
  name: 'trials.plan',
  label: ['试验方案', 'Trial plan'],
  code: 'trialplan',
  scope: 'tenant',
  roles: 'write',
  api: { base: 'blade-trials/plan', verbs: ['page', 'detail', 'submit', 'remove'] },
  lifecycle: planLifecycle,
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, max: 50, list: true }),
    state: f.state(planLifecycle, { label: ['状态', 'State'], list: true, search: true }),
    kind: f.int({ label: ['类别', 'Kind'], min: 0, max: 9 }),
    lamps: f.refs('identity.user', { label: ['对象', 'Targets'] }),
  },
})

const label = ['试验', 'Trials'] as const
/** A slice for the tests of lifecycles. */
export const trials: ServerSlice = {
  domain: { name: 'trials', label, level: 4, dependsOn: ['system', 'identity'] },
  resources: [
    onServer(order, {
      lifecycle: onLifecycle(order, {
        conditions: {
          locked: async ({ query, ids }) => {
            const rows = await query<{ id: string }>('select id from trials_order where id = any($1) and locked', [ids])
            return new Set(rows.map(({ id }) => id))
          },
        },
      }),
    }),
    onServer(plan, {}),
  ],
  menu: [
    { code: 'trials', label, path: '/trials', icon: 'setting', sort: 99 },
    ...[order, plan].map((resource) => ({
      code: resource.code,
      label: resource.label,
      path: `/trials/${resource.code}`,
      icon: 'setting',
      sort: 1,
      parent: 'trials',
      resource: resource.name,
    })),
  ],
}
