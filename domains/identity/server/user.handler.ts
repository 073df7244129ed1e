import { exampleId, SECRET_MASK } from '@lamplight/kit'
import { A, changed, detailOf, errors, idsIn, type Route, route, T } from '@lamplight/server-kit'
import { IDENTITY_CHANGED } from '../model/events.ts'
import { identityErrors } from '../model/identity.errors.ts'
import { user } from '../model/user.resource.ts'
import { assertShape } from './admit.ts'
import { ownKey } from './locks.ts'
import { asMd5, verifierOf } from './passwords.ts'
import { registerGuest } from './register.handler.ts'
import { sightOf } from './sight.ts'
import { tokenRequestOf } from './token-grants.ts'
import { assignRoles, changePlatform, resetPasswords, signInOf, unlockUsers } from './users.ts'

const BASES = [user.api.base, ...user.api.alias]
/** Returns the same route for each base path of users (wire-contract.md 4.7). */
const everywhere = (made: Route): Route[] => BASES.map((base) => ({ ...made, path: `/api/${base}${made.path}` }))
const Ids = T.Object({ userIds: T.Optional(T.String()) })
const chosen = (userIds: string | undefined): string[] => {
  if (!userIds?.trim()) throw identityErrors.noUserChosen({}, 'userIds')
  return idsIn(userIds, 'userIds')
}

const info = route({
  method: 'GET',
  path: '/info',
  summary: ['个人信息', 'Your user record'],
  permission: 'signed-in',
  returns: A.row(user),
  handler: ({ ctx }) => detailOf(ctx, user, ctx.user.id),
})

const list = route({
  method: 'GET',
  path: '/user-list',
  summary: ['用户选择项', 'Users to choose from'],
  permission: 'user_view',
  returns: A.list(A.of({ id: A.id, tenantId: A.text, account: A.text, name: A.text, realName: A.text })),
  handler: async ({ ctx }) =>
    ctx.query(
      `select id, tenant_id as "tenantId", account, coalesce(name, '') as name, coalesce(real_name, '') as "realName"
       from identity_user where tenant_id = $1 and not is_deleted order by account`,
      [ctx.tenantId],
    ),
})

/** Passwords arrive as md5 hex (decisions.md A30); the user's other sessions end. */
const updatePassword = route({
  method: 'POST',
  path: '/update-password',
  summary: ['修改密码', 'Change your password'],
  example: {
    query: {
      oldPassword: '40e2c22b756ea463b17e4846a5af3753',
      newPassword: 'ebd73d79cfb64d577e2b56a10417627f',
      newPassword1: 'ebd73d79cfb64d577e2b56a10417627f',
    },
  },
  permission: 'signed-in',
  query: T.Object({
    oldPassword: T.String({ minLength: 1, maxLength: 200 }),
    newPassword: T.String({ minLength: 1, maxLength: 200 }),
    newPassword1: T.String({ minLength: 1, maxLength: 200 }),
  }),
  returns: A.done,
  handler: async ({ ctx, query }) => {
    if (query.newPassword !== query.newPassword1) throw identityErrors.newPasswordsDiffer({}, 'newPassword1')
    const [row] = await ctx.query<{ password: string | null }>('select password from identity_user where id = $1 and not is_deleted', [
      ctx.user.id,
    ])
    const { locks } = signInOf(ctx.platform)
    if (!(await locks.take(ownKey(ctx.user.id), locks.limits.account, ctx.user.id))) throw identityErrors.tooManyGuesses({}, 'oldPassword')
    if (!row?.password || !(await ctx.platform.hash.verify(row.password, asMd5(query.oldPassword))))
      throw identityErrors.oldPasswordWrong({}, 'oldPassword')
    await locks.clear([ownKey(ctx.user.id)])
    const verifier = await verifierOf(ctx.platform, query.newPassword)
    await ctx.tx(async (run) => {
      await run('update identity_user set password = $2, update_user = $1, update_time = now() where id = $1', [ctx.user.id, verifier])
      const detail = changed({ password: SECRET_MASK }, { password: SECRET_MASK })
      await ctx.audit({ what: 'identity.user.password', target: ctx.user.id, detail }, run)
    })
    await signInOf(ctx.platform).sessions.endOf([ctx.user.id], 'password', ctx.user.sessionId)
  },
})

const OwnBody = T.Object({
  name: T.Optional(T.String({ maxLength: 50 })),
  realName: T.Optional(T.String({ maxLength: 50 })),
  phone: T.Optional(T.String({ maxLength: 20 })),
  email: T.Optional(T.String({ maxLength: 100 })),
  wechat: T.Optional(T.String({ maxLength: 50 })),
  avatar: T.Optional(T.String({ maxLength: 500 })),
})
const OWN = 'name, real_name as "realName", phone, email, wechat, avatar'
type OwnRow = Record<'name' | 'realName' | 'phone' | 'email' | 'wechat' | 'avatar', string | null>
/** Changes personal info only: other keys of the body (id, roles, tenant) are ignored (rule.info.tenant-readonly). */
const updateInfo = route({
  method: 'POST',
  path: '/update-info',
  summary: ['修改个人信息', 'Change your profile'],
  example: { body: { name: '小芳' } },
  permission: 'signed-in',
  body: OwnBody,
  returns: A.done,
  handler: async ({ ctx, body }) => {
    await ctx.tx(async (run) => {
      const phone = body.phone?.trim()
      const [was] = await run<OwnRow>(`select ${OWN} from identity_user where id = $1 for update`, [ctx.user.id])
      if (phone && phone !== was?.phone) assertShape(ctx, 'phone', 'mobile', phone)
      const [is] = await run<OwnRow>(
        `update identity_user set name = coalesce($2, name), real_name = coalesce(nullif($3, ''), real_name), phone = coalesce($4, phone),
           email = coalesce($5, email), wechat = coalesce($6, wechat), avatar = coalesce($7, avatar), update_user = $1, update_time = now()
         where id = $1 returning ${OWN}`,
        [
          ctx.user.id,
          body.name ?? null,
          body.realName ?? null,
          phone ?? null,
          body.email ?? null,
          body.wechat ?? null,
          body.avatar ?? null,
        ],
      )
      await ctx.audit({ what: 'identity.user.info', target: ctx.user.id, detail: changed(was ?? null, is ?? null) }, run)
    })
    ctx.emit(IDENTITY_CHANGED, {})
  },
})

const resetPassword = route({
  method: 'POST',
  path: '/reset-password',
  summary: ['重置密码', 'Reset passwords to the initial password'],
  example: { query: { userIds: exampleId('identity.user') } },
  permission: 'user_reset',
  query: Ids,
  returns: A.count,
  handler: async ({ ctx, query }) => resetPasswords(ctx, chosen(query.userIds)),
})

const unlock = route({
  method: 'POST',
  path: '/unlock',
  summary: ['解锁账号', 'Unlock users'],
  example: { query: { userIds: exampleId('identity.user') } },
  permission: 'user_unlock',
  query: Ids,
  returns: A.count,
  handler: async ({ ctx, query }) => unlockUsers(ctx, chosen(query.userIds)),
})

const grant = route({
  method: 'POST',
  path: '/grant',
  summary: ['配置角色', 'Replace the roles of users'],
  example: { query: { userIds: exampleId('identity.user'), roleIds: exampleId('identity.role') } },
  permission: 'user_role',
  query: T.Object({ userIds: T.Optional(T.String()), roleIds: T.String({ minLength: 1 }) }),
  returns: A.count,
  handler: async ({ ctx, query }) => assignRoles(ctx, chosen(query.userIds), idsIn(query.roleIds, 'roleIds')),
})

/** Includes the additional data of the account's user type. */
const platformDetail = route({
  method: 'GET',
  path: '/platform-detail',
  summary: ['平台用户详情', 'User with the extra data of its user type'],
  example: { query: { id: exampleId('identity.user') } },
  permission: 'user_view',
  query: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }) }),
  returns: A.row(user),
  handler: ({ ctx, query }) => detailOf(ctx, user, query.id),
})

/** `userExt`: data that client programs keep for this user type, as JSON or text; the platform does not read it. */
const updatePlatform = route({
  method: 'POST',
  path: '/update-platform',
  summary: ['平台用户修改', 'Change the user type and its extra data'],
  example: { query: { userId: exampleId('identity.user'), userType: '1', userExt: '{"team":"1"}' } },
  permission: 'user_edit',
  query: T.Object({
    userId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
    userType: T.Optional(T.String({ maxLength: 20 })),
    userExt: T.Optional(T.String({ maxLength: 2000 })),
  }),
  returns: A.done,
  handler: async ({ ctx, query, body, headers }) => {
    const tokenRequest = tokenRequestOf({ ctx, headers, query, body })
    const id = tokenRequest.text('userId')
    if (!/^\d{1,19}$/.test(id)) throw errors.missingParameter({ field: 'userId' }, 'userId')
    await changePlatform(ctx, id, tokenRequest.text('userType'), tokenRequest.text('userExt'))
  },
})

const Places = A.of({ all: A.yes, count: A.int, names: A.list(A.text) })
const IdList = T.Optional(T.String({ pattern: '^(\\d{1,19}(,\\d{1,19})*)?$', maxLength: 4000 }))
const several = (ids: string | undefined): string[] | undefined => ids?.split(',').filter(Boolean)
/** Only `id`: the user as saved. With roles and places: the user as it would be, for a form before saving. */
const sight = route({
  method: 'GET',
  path: '/sight',
  summary: ['用户可见范围', 'Visible data of a user, as saved or with other roles and places'],
  example: {
    query: {
      id: exampleId('identity.user'),
      roleId: exampleId('identity.role'),
      areaIds: exampleId('places.area'),
      projectIds: exampleId('places.project'),
    },
  },
  permission: 'user_view',
  query: T.Object({
    id: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
    roleId: IdList,
    areaIds: IdList,
    projectIds: IdList,
    tenantId: T.Optional(T.String({ pattern: '^(\\d{6})?$', description: 'of a new user; administrators of the platform choose it' })),
  }),
  returns: A.of({
    roles: A.list(A.text),
    areas: Places,
    projects: Places,
    rows: A.list(A.of({ name: A.text, count: A.int })),
    scopes: A.list(A.text),
    pages: A.list(A.of({ system: A.text, page: A.text, acts: A.list(A.text) })),
  }),
  handler: async ({ ctx, query: { id, roleId, areaIds, projectIds, tenantId } }) =>
    sightOf(ctx, {
      id: id || undefined,
      tenantId: ctx.user.administrator && tenantId ? tenantId : undefined,
      roleIds: several(roleId),
      areaIds: several(areaIds),
      projectIds: several(projectIds),
    }),
})

export const userRoutes: readonly Route[] = [
  info,
  list,
  updatePassword,
  updateInfo,
  resetPassword,
  unlock,
  grant,
  platformDetail,
  sight,
  updatePlatform,
  registerGuest,
].flatMap(everywhere)
