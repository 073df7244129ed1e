import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Whom a notice is for. */
export const AUDIENCE = { all: 1, depts: 2, roles: 3, users: 4 } as const

/** Notices of a tenant (wire-contract.md 5.1). `content` is rich text: what the server has cleaned. */
export const notice = defineResource({
  name: 'system.notice',
  label: ['通知公告', 'Notice'],
  about: ['到了通知日期，接收者会在右上角的铃铛看到', 'From its date on, those it is for see it at the bell'],
  code: 'notice',
  scope: 'tenant',
  api: { base: 'blade-desk/notice', verbs: ['page', 'detail', 'submit', 'remove'] },
  title: 'title',
  list: { sort: 'releaseTime' },
  fields: {
    title: f.text({ label: ['通知标题', 'Title'], required: true, max: 200, list: true, search: true }),
    category: f.dict('notice', { label: ['通知类型', 'Kind'], required: true, list: true, search: true }),
    releaseTime: f.time({ label: ['通知日期', 'Date'], required: true, list: true, search: 'range' }),
    audience: f.choice(
      { 1: ['所有人', 'Everybody'], 2: ['部门', 'Departments'], 3: ['角色', 'Roles'], 4: ['用户', 'Users'] },
      { label: ['接收范围', 'For'], required: true, initial: 1, list: true, search: true },
    ),
    deptIds: f.refs('identity.dept', { label: ['接收部门', 'Departments'], titleAs: 'deptNames', when: { audience: { eq: 2 } } }),
    roleIds: f.refs('identity.role', { label: ['接收角色', 'Roles'], titleAs: 'roleNames', when: { audience: { eq: 3 } } }),
    userIds: f.refs('identity.user', { label: ['接收用户', 'Users'], titleAs: 'userNames', when: { audience: { eq: 4 } } }),
    content: f.text({ label: ['通知内容', 'Content'], max: 100_000, multiline: true }),
  },
  indexes: [['releaseTime']],
  io: { export: true },
})
