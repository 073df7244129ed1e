import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { trashWorkFields } from './trash-work.family.ts'

/** How the bins of a tenant or a group work: screen trash.strategy. */
export const trashStrategy = defineResource({
  name: 'strategies.trashStrategy',
  label: ['垃圾桶策略', 'Trash strategy'],
  about: ['每个分组一条策略；没有分组的一条用于其余垃圾桶', 'One strategy for each group; the one without a group is for the other bins'],
  code: 'trash_strategy',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/trash/strategy/index',
    icon: 'control',
    sort: 50,
    parent: 'trash_area',
    label: ['垃圾桶策略', 'Trash strategies'],
    find: ['name'],
  },
  api: {
    base: 'blade-strategy/trashdeviceworkstrategy',
    verbs: ['list', 'page', 'detail', 'submit', 'remove'],
    calls: {
      'POST blade-strategy/trashdeviceworkstrategy/updateWorkStrategy': { verb: 'submit', names: { workStrategyId: 'id' } },
      'POST blade-strategy/trashdeviceworkstrategy/sendWorkStrategy': { action: 'send', names: { workStrategyId: 'ids' } },
    },
  },
  fields: {
    name: f.text({ label: ['策略名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    groupId: f.ref('devices.group', {
      label: ['垃圾桶分组', 'Group of bins'],
      unique: true,
      list: true,
      search: true,
      titleAs: 'groupName',
    }),
    ...trashWorkFields,
    sentAt: f.time({ label: ['最近下发', 'Last sent'], readonly: true, form: false, list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    send: {
      label: ['下发', 'Send'],
      on: 'row',
      job: true,
      right: {
        name: 'set',
        label: ['设置垃圾桶策略', 'Set trash strategy'],
        about: ['向垃圾桶下发策略', 'Sends strategies to bins'],
        roles: 'commands',
      },
    },
  },
  io: { export: true },
})
