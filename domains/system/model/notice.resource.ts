import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const EVERYBODY = ['部门、角色、用户都不选时，所有人都能看到', 'If no department, role or user is chosen, everybody sees it'] as const

/** Notices of a tenant (wire-contract.md 5.1). `content` is rich text, cleaned by the server. */
export const notice = defineResource({
  name: 'system.notice',
  label: ['通知公告', 'Notice'],
  about: ['到了通知日期，接收者会在右上角的铃铛看到', 'From this date recipients see it at the bell in the top bar'],
  code: 'notice',
  scope: 'tenant',
  roles: 'access',
  api: { base: 'blade-desk/notice', verbs: ['page', 'detail', 'submit', 'remove'] },
  title: 'title',
  list: { sort: '-releaseTime' },
  page: { path: '/desk/notice', label: ['通知公告', 'Notices'], icon: 'book', sort: 55, parent: 'system' },
  fields: {
    title: f.text({ label: ['通知标题', 'Title'], required: true, max: 200, list: true, search: true }),
    category: f.dict('notice', { label: ['通知类型', 'Type'], required: true, list: true, search: true }),
    categoryName: f.word(['通知类型名称', 'Kind in words']),
    releaseTime: f.time({ label: ['通知日期', 'Date'], required: true, now: true, list: true, search: 'range' }),
    deptIds: f.refs('identity.dept', { label: ['接收部门', 'Departments'], titleAs: 'deptNames', hint: EVERYBODY }),
    roleIds: f.refs('identity.role', { label: ['接收角色', 'Roles'], titleAs: 'roleNames' }),
    userIds: f.refs('identity.user', { label: ['接收用户', 'Users'], titleAs: 'userNames' }),
    content: f.text({ label: ['通知内容', 'Content'], max: 100_000, multiline: true }),
  },
  indexes: [['releaseTime']],
  io: { export: true },
})
