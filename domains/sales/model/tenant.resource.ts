import { f } from '@lamplight/fields/model'
import { tenant, user } from '@lamplight/identity/model'
import { defineResource, PASSWORD_RULE } from '@lamplight/kit'

/** A user who can be the salesperson of tenants. */
export const salesPerson = defineResource({
  name: 'sales.person',
  label: ['销售人员', 'Salesperson'],
  code: 'salestenant',
  scope: 'tenant',
  roles: 'sales',
  title: 'realName',
  api: { base: 'blade-sales/user', verbs: ['select'] },
  fields: { realName: user.fields.realName },
})

const { tenantName, domain, backgroundUrl, linkman, contactNumber, expireTime } = tenant.fields
/** A tenant of the salesperson. The steps in `TENANT_STEPS` add rows. */
export const salesTenant = defineResource({
  name: 'sales.tenant',
  label: tenant.label,
  about: [
    '名下的租户；在这里新建、转移，并管理其用户、角色和项目',
    'The tenants you manage: create them, transfer them, manage their users, roles and projects',
  ],
  code: 'salestenant',
  scope: 'tenant',
  roles: 'sales',
  title: 'tenantName',
  api: { base: 'blade-sales/tenant', verbs: ['page', 'submit'] },
  fields: {
    tenantName,
    linkman: f.text({ label: linkman.options.label, list: true }),
    contactNumber: f.text({ label: contactNumber.options.label, list: true }),
    users: f.int({ label: ['用户', 'Users'], list: true, readonly: true, from: 'kit.counter' }),
    lamps: f.int({ label: ['灯具', 'Lamps'], list: true, readonly: true, from: 'kit.counter' }),
    expireTime: f.time({ label: expireTime.options.label, list: true }),
    salesId: f.ref('sales.person', { label: salesPerson.label, titleAs: 'salesName', list: true, readonly: true, from: 'identity.user' }),
  },
  actions: {
    transfer: {
      label: ['转移', 'Transfer'],
      on: 'rows',
      path: 'batchUpdateSales',
      confirm: ['转移后由对方管理，您将不再看到这些租户。', 'The new owner manages these tenants. You will no longer see them.'],
      input: { destSalesId: f.ref('sales.person', { label: ['接收人', 'New owner'], required: true }) },
    },
  },
})

/** Fields of the wizard's steps: the tenant with its brand, its administrator, its projects, its demo lamps. */
export const TENANT_STEPS = [
  { tenantName, domain, backgroundUrl, linkman, contactNumber },
  {
    account: user.fields.account,
    realName: user.fields.realName,
    password: f.secret({ label: user.fields.password.options.label, required: true, hint: PASSWORD_RULE }),
    phone: user.fields.phone,
  },
  {
    projects: f.text({
      label: ['项目', 'Projects'],
      required: true,
      multiline: true,
      hint: ['每行一个项目，缩进两个空格为下级', 'One project per line; indent by two spaces for a project below'],
    }),
  },
  {
    lamps: f.int({
      label: ['灯具数量', 'Lamps'],
      required: true,
      min: 10,
      max: 2000,
      initial: 300,
      hint: ['10 至 2,000；含虚拟网关、灯杆和分组', '10 to 2,000, with virtual gateways, posts and groups'],
    }),
  },
] as const
