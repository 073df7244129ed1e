import { f } from '@lamplight/fields/model'
import { defineResource, type Text } from '@lamplight/kit'

const PICTURE = ['上传图片，或填写图片地址', 'Upload a picture, or enter its address'] as const

/** A customer that owns rows. Its number of six digits is the `tenantId` of its rows (wire-contract.md 4.8). */
export const tenant = defineResource({
  name: 'identity.tenant',
  label: ['租户', 'Tenant'],
  about: [
    '每个租户只能看到自己的数据；新建时自动生成编号、管理员角色和管理员账号',
    'Each tenant sees only its own data; a new tenant gets a number, an administrator role and an administrator account',
  ],
  code: 'tenant',
  scope: 'platform',
  roles: { read: 'tenants', write: 'platform', export: 'platform' },
  api: { base: 'blade-system/tenant', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
  title: 'tenantName',
  list: { sort: '-id' },
  page: { path: '/system/tenant', label: ['租户管理', 'Tenants'], icon: 'cluster', sort: 10, parent: 'system_access' },
  fields: {
    tenantName: f.text({ label: ['租户名称', 'Name'], required: true, max: 50, list: true, search: true }),
    domain: f.text({
      label: ['绑定域名', 'Domain'],
      max: 255,
      list: true,
      hint: [
        '从该地址打开时登录页直接进入此租户，如 https://light.example.com',
        'The sign-in page opened at this address belongs to this tenant, such as https://light.example.com',
      ],
    }),
    title: f.text({ label: ['系统标题', 'Title'], max: 50, hint: ['留空使用平台名称', 'Empty: the product name'] }),
    logoUrl: f.text({ label: ['标志', 'Logo'], max: 500, shape: 'picture', hint: PICTURE }),
    backgroundUrl: f.text({ label: ['登录背景', 'Sign-in background'], max: 500, shape: 'picture', hint: PICTURE }),
    linkman: f.text({ label: ['联系人', 'Contact'], max: 20, list: true, search: true }),
    contactNumber: f.text({ label: ['联系电话', 'Phone'], max: 20, list: true }),
    address: f.text({ label: ['联系地址', 'Address'], max: 255 }),
    accountNumber: f.int({
      label: ['账号额度', 'Account limit'],
      min: 0,
      max: 1000000,
      list: true,
      hint: ['留空为不限', 'Empty: no limit'],
    }),
    expireTime: f.time({ label: ['过期时间', 'Expires'], list: true, hint: ['留空为永久', 'Empty: never'] }),
    salesId: f.ref('identity.user', { label: ['销售人员', 'Salesperson'], titleAs: 'salesName', search: true, anyTenant: true }),
    datasourceId: f.ref('system.datasource', { label: ['数据源', 'Data source'], hidden: true, anyTenant: true }),
    mfa: f.choice(
      { 0: ['不启用', 'Off'], 1: ['可选', 'Optional'], 2: ['必须', 'Required'] },
      {
        label: ['两步验证', 'Two-step verification'],
        initial: 0,
        hint: ['登录时除密码外再验证一次', 'A second check at sign-in besides the password'],
      },
    ),
    zone: f.text({
      label: ['时区', 'Time zone'],
      required: true,
      initial: 'Asia/Shanghai',
      max: 50,
      match: { pattern: 'UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+){1,2}', text: ['应为 IANA 时区名', 'must be an IANA time zone'] },
      hint: ['IANA 时区名，如 Asia/Shanghai', 'An IANA name such as Asia/Shanghai'],
    }),
  },
  io: { export: true },
})

/** The platform's own tenant (rule.perm.000000). */
export const PLATFORM_TENANT = '000000'

/** The first position of a new tenant. */
export const HEAD: Text = ['负责人', 'Head']
