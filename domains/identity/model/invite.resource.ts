import { f } from '@lamplight/fields/model'
import { defineResource, type Text } from '@lamplight/kit'

/** Business modules (decisions.md A42). */
export const MODULES = ['SUN', 'CITY', 'VISUAL', 'INSTITUTE', 'CABINET', 'TRASH', 'WELL'] as const
/** Path prefix of the pages of a module (screens pfx.*). */
export const MODULE_PATHS: Readonly<Record<(typeof MODULES)[number], string>> = {
  SUN: '/sun',
  CITY: '/city',
  VISUAL: '/visual',
  INSTITUTE: '/intelligentInstitute',
  CABINET: '/roadCabinet',
  TRASH: '/trash',
  WELL: '/well',
}
/** Labels of the business modules. */
export const MODULE_WORDS: Readonly<Record<(typeof MODULES)[number], Text>> = {
  SUN: ['太阳能', 'Solar'],
  CITY: ['城市照明', 'City lighting'],
  VISUAL: ['智慧灯杆', 'Smart poles'],
  INSTITUTE: ['智慧院所', 'Institutes'],
  CABINET: ['道路机柜', 'Road cabinets'],
  TRASH: ['垃圾桶', 'Trash bins'],
  WELL: ['井盖', 'Manholes'],
}
export const INVITE = { valid: 0, expired: 1, revoked: 2 } as const

/** A link with which people request an account with given roles, departments and areas (decisions.md A64, C11). */
export const invite = defineResource({
  name: 'identity.invite',
  label: ['邀请', 'Invitation'],
  about: [
    '持链接者可提交注册，审核通过后获得所列角色、部门和区域',
    'Anyone with the link can request an account; after approval it gets the roles, departments and areas listed here',
  ],
  code: 'invite',
  scope: 'platform',
  roles: 'invites',
  api: { base: 'blade-auth/invite', verbs: ['page', 'detail', 'submit', 'remove'] },
  title: 'shortCode',
  page: { path: '/system/invite', label: ['邀请链接', 'Invitations'], icon: 'globe', sort: 26, parent: 'system_people' },
  fields: {
    shortCode: f.text({ label: ['邀请码', 'Code'], readonly: true, max: 20, list: true, search: true }),
    identification: f.text({ label: ['邀请链接', 'Link'], readonly: true, unique: true, max: 64, list: { width: 330 } }),
    status: f.choice(
      { 0: ['有效', 'Valid'], 1: ['已过期', 'Expired'], 2: ['已撤销', 'Revoked'] },
      { label: ['状态', 'State'], readonly: true, initial: 0, list: true, search: true, tones: { 0: 'good', 1: 'neutral', 2: 'neutral' } },
    ),
    expireTime: f.time({ label: ['有效期至', 'Valid until'], readonly: true, list: true }),
    inviteType: f.choice({ 1: ['链接', 'Link'], 2: ['二维码', 'QR code'] }, { label: ['邀请方式', 'Sent as'], initial: 1, search: true }),
    inviteModule: f.text({
      label: ['业务模块', 'Module'],
      max: 20,
      list: true,
      match: { pattern: MODULES.join('|'), text: [`应为 ${MODULES.join('、')} 之一`, `must be one of ${MODULES.join(', ')}`] },
    }),
    inviteRoles: f.refs('identity.role', { label: ['角色', 'Roles'], only: { givable: 1 }, required: true, list: true }),
    inviteDepts: f.refs('identity.dept', { label: ['部门', 'Departments'] }),
    inviteRegion: f.refs('places.area', { label: ['区域', 'Areas'] }),
    multiple: f.flag({ label: ['可多人使用', 'Reusable'], initial: false, list: true }),
    used: f.int({ label: ['已提交', 'Submitted'], readonly: true, initial: 0, min: 0, list: true }),
    inviteUserId: f.ref('identity.user', { label: ['邀请人', 'Invited by'], readonly: true, list: true, search: true }),
  },
  actions: {
    revoke: {
      label: ['撤销', 'Revoke'],
      on: 'rows',
      danger: true,
      confirm: ['链接立即失效；已提交的注册不受影响', 'The link stops working at once; submitted registrations stay'],
      disabledWhen: { status: { not: 0 } },
    },
  },
  io: { export: true },
})
