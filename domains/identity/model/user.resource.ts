import { f } from '@lamplight/fields/model'
import { defineResource, PASSWORD_RULE, shapeWords } from '@lamplight/kit'

/** A person who signs in (wire-contract.md 4.7). The password arrives in plain text or as md5 hex and is stored as argon2id. */
export const user = defineResource({
  name: 'identity.user',
  label: ['用户', 'User'],
  about: ['账号在租户内唯一', 'Accounts are unique within a tenant'],
  code: 'user',
  scope: 'platform',
  roles: 'people',
  api: {
    base: 'blade-user',
    alias: ['blade-system/user'],
    verbs: ['list', 'page', 'detail', 'submit', 'update', 'remove'],
    // Consoles of the reference product open this address directly and expect a workbook (wire-contract.md 4.7).
    calls: {
      'GET blade-user/export-user': { verb: 'export', fixed: { format: 'xlsx' } },
      'GET blade-system/user/export-user': { verb: 'export', fixed: { format: 'xlsx' } },
      'POST blade-user/import-user': { import: 'start' },
      'POST blade-system/user/import-user': { import: 'start' },
      'GET blade-user/export-template': { import: 'template' },
      'GET blade-system/user/export-template': { import: 'template' },
    },
  },
  title: 'realName',
  list: { sort: '-id' },
  form: {
    tenant: true,
    sections: [
      { label: ['账号', 'Account'], fields: ['account', 'realName', 'password', 'status', 'expireTime'] },
      { label: ['角色与可见范围', 'Roles and visible areas'], fields: ['roleId', 'areaIds', 'projectIds', 'deptId', 'postId'] },
      { label: ['个人信息', 'Personal info'], fields: ['name', 'sex', 'birthday', 'phone', 'email', 'wechat', 'avatar'] },
    ],
  },
  page: {
    path: '/system/user',
    label: ['用户管理', 'Users'],
    icon: 'user',
    sort: 20,
    parent: 'system_people',
    permissions: [{ code: 'user_session', label: ['登录设备', 'Sessions'], action: 2, roles: 'access' }],
  },
  fields: {
    account: f.text({
      label: ['登录账号', 'Account'],
      required: true,
      unique: true,
      max: 45,
      hint: shapeWords('account'),
      example: 'wangfang',
      list: true,
      search: true,
    }),
    password: f.secret({
      label: ['密码', 'Password'],
      form: 'create',
      hint: [`留空则使用初始密码；${PASSWORD_RULE[0]}`, `Empty: the initial password. ${PASSWORD_RULE[1]}`],
    }),
    realName: f.text({ label: ['用户姓名', 'Name'], required: true, max: 50, example: '王芳', list: true, search: true }),
    name: f.text({ label: ['用户昵称', 'Nickname'], max: 50 }),
    roleId: f.refs('identity.role', { label: ['所属角色', 'Roles'], only: { givable: 1 }, list: true }),
    status: f.choice(
      { 1: ['启用', 'Enabled'], 0: ['停用', 'Disabled'] },
      { label: ['状态', 'State'], initial: 1, list: { width: 160 }, search: true, tones: { 1: 'good', 0: 'neutral' } },
    ),
    loginLock: f.choice(
      { 1: ['已锁定', 'Locked'], 0: ['未锁定', 'Not locked'] },
      { label: ['登录锁定', 'Sign-in lock'], readonly: true, from: 'identity.lock', search: true },
    ),
    lockedUntil: f.time({ label: ['锁定至', 'Locked until'], readonly: true, from: 'identity.lock' }),
    phone: f.text({ label: ['手机号码', 'Mobile'], max: 20, shape: 'mobile', list: true }),
    email: f.text({ label: ['电子邮箱', 'E-mail'], max: 100, example: 'wangfang@example.com', list: true }),
    wechat: f.text({ label: ['微信', 'WeChat'], max: 50 }),
    sex: f.dict('sex', { label: ['性别', 'Sex'], numeric: true }),
    birthday: f.text({
      label: ['生日', 'Birthday'],
      max: 19,
      example: '1990-01-02',
      shape: 'dayOrTime',
    }),
    avatar: f.text({ label: ['头像', 'Profile picture'], max: 500, shape: 'picture' }),
    userType: f.dict('user_type', { label: ['用户平台', 'User type'], initial: '1', search: true, form: false }),
    code: f.text({ label: ['用户编号', 'User number'], max: 50, form: false }),
    deptId: f.refs('identity.dept', { label: ['所属部门', 'Departments'], list: true }),
    postId: f.refs('identity.post', { label: ['所属岗位', 'Positions'] }),
    areaIds: f.refs('places.area', {
      label: ['可见区域', 'Visible areas'],
      hint: [
        '含下级区域；留空为全部（维修人员、区域负责人留空则看不到任何区域）',
        'Includes the areas below. Empty: all areas; for maintenance and area managers: none',
      ],
    }),
    projectIds: f.refs('places.project', {
      label: ['可见项目', 'Visible projects'],
      hint: ['含下级项目；留空为全部', 'Includes the projects below. Empty: all'],
    }),
    expireTime: f.time({ label: ['账号到期', 'Account expires'], hint: ['留空为永久', 'Empty: never'] }),
    userExt: f.text({ label: ['平台扩展信息', 'Extra data of the user type'], max: 2000, form: false }),
    tenantName: f.word(['租户名称', 'Tenant']),
    userTypeName: f.word(['用户平台名称', 'User type name']),
    sexName: f.word(['性别名称', 'Sex name']),
    statusName: f.word(['状态名称', 'State name']),
  },
  actions: {
    reset: {
      label: ['重置密码', 'Reset password'],
      on: 'rows',
      path: 'reset',
      confirm: ['将所选账号的密码恢复为初始密码，并结束其登录', 'Resets the chosen accounts to the initial password and signs them out'],
      danger: true,
    },
    unlock: { label: ['解锁账号', 'Unlock'], on: 'rows', path: 'unlock-accounts' },
    role: {
      label: ['设置角色', 'Assign roles'],
      on: 'rows',
      path: 'assign-roles',
      input: { roleIds: f.refs('identity.role', { label: ['角色', 'Roles'], only: { givable: 1 }, required: true }) },
    },
  },
  io: {
    import: { key: 'account', template: ['account', 'realName', 'name', 'phone', 'email', 'wechat', 'roleId', 'deptId', 'postId'] },
    export: true,
  },
})
