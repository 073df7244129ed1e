import { keptSecret, type Platform, type Query } from '@lamplight/server-kit'
import { MATRIX } from '../model/matrix.ts'
import { ADMINISTRATOR } from '../model/role.resource.ts'
import { HEAD, PLATFORM_TENANT } from '../model/tenant.resource.ts'
import { handOutNewRights } from './people/rights.ts'
import { randomPassword, verifierOf } from './sign-in/passwords.ts'
import { TOKEN_KEY } from './sign-in/tokens.ts'

const LOCK = 7_263_612
/** Ids of wire-contract.md 7, which existing installations use. */
const ADMIN_USER = '1123598821738675201'
const ADMIN_ROLE = '1123598816738675201'
const ADMIN_DEPT = '1123598813738675201'
const ADMIN_POST = '1123598817738675201'
export const DEMO_TENANT = '100001'

/** Demo accounts whose password is their name; a server that still has them must not be reachable from outside. */
export const DEMO_ACCOUNTS = [
  { tenantId: PLATFORM_TENANT, account: 'admin' },
  { tenantId: DEMO_TENANT, account: 'admin' },
  { tenantId: DEMO_TENANT, account: 'operator' },
  { tenantId: DEMO_TENANT, account: 'guest' },
] as const

interface NewUser {
  id: string
  tenantId: string
  account: string
  realName: string
  roleId: string
  deptId: string
  postId: string
  password: string
}

const insertTenant = (platform: Platform, query: Query, tenantId: string, name: string) =>
  query(`insert into identity_tenant (id, tenant_id, tenant_name, zone) values ($1, $2, $3, 'Asia/Shanghai')`, [
    platform.newId(),
    tenantId,
    name,
  ])
const insertRole = (query: Query, role: { id: string; tenantId: string; name: string; alias: string; sort: number }) =>
  query('insert into identity_role (id, tenant_id, role_name, role_alias, sort) values ($1, $2, $3, $4, $5)', [
    role.id,
    role.tenantId,
    role.name,
    role.alias,
    role.sort,
  ])
const insertUser = async (platform: Platform, query: Query, user: NewUser) =>
  query(
    `insert into identity_user (id, tenant_id, account, password, real_name, name, role_id, dept_id, post_id, status, user_type)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, 1, '1')`,
    [
      user.id,
      user.tenantId,
      user.account,
      await verifierOf(platform, user.password),
      user.realName,
      [user.roleId],
      [user.deptId],
      [user.postId],
    ],
  )
/** Adds a department named after the tenant and a position: consoles of the reference product require both before they add a user. */
const insertOffice = async (query: Query, office: { deptId: string; postId: string; tenantId: string; name: string }): Promise<void> => {
  await query(
    `insert into identity_dept (id, tenant_id, dept_name, full_name, dept_category, ancestors, sort) values ($1, $2, $3, $3, '1', '0', 1)`,
    [office.deptId, office.tenantId, office.name],
  )
  await query(`insert into identity_post (id, tenant_id, post_name, post_code, category, sort) values ($1, $2, $3, 'ceo', '1', 1)`, [
    office.postId,
    office.tenantId,
    HEAD[0],
  ])
}
const exists = async (query: Query, tenantId: string): Promise<boolean> =>
  (await query('select 1 from identity_tenant where tenant_id = $1 limit 1', [tenantId])).length > 0

/** Seeds the platform's tenant with its administrator; returns the initial password if it was created now. */
const seedPlatform = (platform: Platform): Promise<string | null> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    if (await exists(query, PLATFORM_TENANT)) return null
    const password = platform.config.demo ? 'admin' : randomPassword()
    await insertTenant(platform, query, PLATFORM_TENANT, '管理组')
    await insertOffice(query, { deptId: ADMIN_DEPT, postId: ADMIN_POST, tenantId: PLATFORM_TENANT, name: '管理组' })
    await insertRole(query, { id: ADMIN_ROLE, tenantId: PLATFORM_TENANT, name: '超级管理员', alias: ADMINISTRATOR, sort: 1 })
    await insertUser(platform, query, {
      id: ADMIN_USER,
      tenantId: PLATFORM_TENANT,
      account: 'admin',
      realName: '管理员',
      roleId: ADMIN_ROLE,
      deptId: ADMIN_DEPT,
      postId: ADMIN_POST,
      password,
    })
    return password
  })

/**
 * Seeds a second tenant with every built-in role, an administrator, an operator and a read-only guest. With it a developer can check at
 * once that tenants are isolated and rights work.
 */
const seedDemo = (platform: Platform): Promise<void> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    if (await exists(query, DEMO_TENANT)) return
    await insertTenant(platform, query, DEMO_TENANT, '示范区')
    const [deptId, postId] = [platform.newId(), platform.newId()]
    await insertOffice(query, { deptId, postId, tenantId: DEMO_TENANT, name: '示范区' })
    for (const [at, [alias, { name }]] of Object.entries(MATRIX).entries()) {
      const roleId = platform.newId()
      await insertRole(query, { id: roleId, tenantId: DEMO_TENANT, name: name[0], alias, sort: at + 1 })
      if (DEMO_ACCOUNTS.some(({ tenantId, account }) => tenantId === DEMO_TENANT && account === alias))
        await insertUser(platform, query, {
          id: platform.newId(),
          tenantId: DEMO_TENANT,
          account: alias,
          realName: name[0],
          roleId,
          deptId,
          postId,
          password: alias,
        })
    }
  })

/** Runs at each start: seeds what has never existed, and grants rights that are new since the last start. */
export const seedIdentity = async (platform: Platform): Promise<void> => {
  await keptSecret(platform, TOKEN_KEY)
  const password = await seedPlatform(platform)
  if (platform.config.demo) await seedDemo(platform)
  await handOutNewRights(platform)
  if (password !== null && !platform.config.demo)
    platform.announce(`First sign-in 首次登录: tenant ${PLATFORM_TENANT}, account admin, password ${password}`)
}
