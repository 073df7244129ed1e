import { columnOf } from '@lamplight/fields/column'
import { exampleId } from '@lamplight/kit'
import {
  A,
  type AnswerOf,
  type Ctx,
  changed,
  DEFAULT_ZONE,
  errors,
  formatTime,
  type Route,
  type RouteInput,
  registryPort,
  route,
  T,
  tableOf,
  titleField,
} from '@lamplight/server-kit'
import { identityErrors } from '../../model/identity.errors.ts'
import { openKey } from '../sign-in/locks.ts'
import { verifierOf } from '../sign-in/passwords.ts'
import { person } from '../sign-in/sign-in-audit.ts'
import { tokenRequestOf } from '../sign-in/token-grants.ts'
import { siteOf } from '../site.ts'
import { assertFree, assertShape, NAMES } from './admit.ts'
import { inviteHours } from './invite.server.ts'
import { modulesOf } from './invite-modules.ts'
import { notifyApprovers } from './tell-approvers.ts'
import { assertPassword, signInOf } from './users.ts'

const INVITE = '/api/blade-auth/invite'
const Identified = T.Object({ identification: T.String({ minLength: 1, maxLength: 64 }) })

interface Invitation {
  identification: string
  tenantId: string
  tenantName: string
  inviteType: number
  inviteModule: string
  roleNames: string | null
  roles: string[]
  depts: string[] | null
  areas: string[] | null
  inviteUserId: string
  inviter: string
  multiple: boolean
  expireTime: Date
  zone: string
  status: number
}
/** Reads an invitation by the identification in its link, which is all that is needed to see it. */
const invitationBy = async (ctx: Ctx, identification: string): Promise<Invitation> => {
  const [row] = await ctx.platform.system.query<Invitation>(
    `select i.identification, i.tenant_id as "tenantId", t.tenant_name as "tenantName", i.invite_type as "inviteType", i.invite_module as "inviteModule",
       (select string_agg(r.role_name, ',' order by r.sort) from identity_role r where r.id = any(i.invite_roles) and not r.is_deleted) as "roleNames",
       i.invite_roles as roles, i.invite_depts as depts, i.invite_region as areas, i.invite_user_id as "inviteUserId",
       coalesce(u.real_name, u.name, u.account, '') as inviter, coalesce(i.multiple, false) as multiple, i.expire_time as "expireTime", t.zone,
       case when i.status = 0 and (i.expire_time <= $2 or (not coalesce(i.multiple, false) and i.used > 0)) then 1 else i.status end as status
     from identity_invite i join identity_tenant t on t.tenant_id = i.tenant_id and not t.is_deleted
     left join identity_user u on u.id = i.invite_user_id where i.identification = $1 and not i.is_deleted`,
    [identification, ctx.now()],
  )
  if (!row) throw identityErrors.inviteInvalid({}, 'identification')
  return row
}

const RoleChoice = A.of({ id: A.id, title: A.text })
const Choice = A.of({ id: A.id, parentId: A.id, title: A.text })
/** Rows of an entity of another slice as choices: with their titles from the registry, limited to the tenant and the user's areas. */
const choicesOf = async (ctx: Ctx, name: string): Promise<AnswerOf<typeof Choice>[]> => {
  const resource = ctx.platform.port(registryPort).resources.get(name)?.resource
  if (!resource) return []
  const field = resource.fields[titleField(resource)]
  const title = field && columnOf(field).columns(titleField(resource), field.options)[0]?.name
  const tree = resource.list?.tree ? `coalesce(t.parent_id, 0)::text` : `'0'`
  const own =
    ctx.user.cut.areas && name === 'places.area'
      ? ` and t.id in (select g.ref_id from identity_grant g where g.user_id = $1 and g.kind = 'area')`
      : ' and $1::bigint is not null'
  return ctx.query(
    `select t.id, ${tree} as "parentId", t.${title} as title from ${tableOf(resource)} t where not t.is_deleted${own} order by t.id limit 2000`,
    [ctx.user.id],
  )
}

export const getLinkage = route({
  method: 'GET',
  path: `${INVITE}/getLinkage`,
  summary: ['邀请选项', 'Options of an invitation'],
  permission: 'invite_add',
  returns: A.of({
    inviteTypes: A.list(A.int),
    inviteModules: A.list(A.text),
    expireHours: A.int,
    inviteRoles: A.list(RoleChoice),
    inviteDepts: A.list(Choice),
    inviteRegion: A.list(Choice),
  }),
  handler: async ({ ctx }) => ({
    inviteTypes: [1, 2],
    inviteModules: await modulesOf(ctx),
    expireHours: await inviteHours(ctx.platform),
    inviteRoles: await ctx.query<AnswerOf<typeof RoleChoice>>(
      `select r.id, r.role_name as title from identity_role r where r.tenant_id = $1 and not r.is_deleted and ($2 or not exists (
         select 1 from identity_role_menu m where m.role_id = r.id and not m.menu_code = any($3))) order by r.sort, r.id`,
      [ctx.tenantId, ctx.user.administrator, [...ctx.user.permissions, ...(await shownPages(ctx))]],
    ),
    inviteDepts: await choicesOf(ctx, 'identity.dept'),
    inviteRegion: await choicesOf(ctx, 'places.area'),
  }),
})
/** Codes of pages that have subpages: they only group them and are not rights. */
const shownPages = async (ctx: Ctx): Promise<string[]> => {
  const rows = await ctx.query<{ code: string }>(
    'select s.code from system_menus s where not s.is_deleted and exists (select 1 from system_menus c where c.parent_id = s.id and not c.is_deleted)',
  )
  return rows.map(({ code }) => code)
}

export const queryExpireTime = route({
  method: 'GET',
  path: `${INVITE}/queryExpireTime`,
  summary: ['邀请有效期', 'Expiry of an invitation'],
  example: { query: { identification: 'invitation-0001' } },
  permission: 'public',
  query: Identified,
  returns: A.of({ identification: A.text, expireTime: A.time, status: A.int, expired: A.yes }),
  handler: async ({ ctx, query }) => {
    const { identification, expireTime, zone, status } = await invitationBy(ctx, query.identification)
    return { identification, expireTime: formatTime(expireTime, zone), status, expired: status !== 0 }
  },
})

export const business = route({
  method: 'GET',
  path: `${INVITE}/business`,
  summary: ['邀请内容', 'Content of an invitation'],
  example: { query: { identification: 'invitation-0001' } },
  permission: 'public',
  query: Identified,
  returns: A.of({
    identification: A.text,
    tenantId: A.text,
    tenantName: A.text,
    inviteType: A.int,
    inviteModule: A.text,
    inviteUserId: A.id,
    multiple: A.any,
    status: A.int,
    inviteRoles: A.text,
    inviteRoleNames: A.text,
    inviteDepts: A.text,
    inviteRegion: A.text,
    inviterName: A.text,
  }),
  handler: async ({ ctx, query }) => {
    const found = await invitationBy(ctx, query.identification)
    const { identification, tenantId, tenantName, inviteType, inviteModule, inviteUserId, multiple, status } = found
    return {
      identification,
      tenantId,
      tenantName,
      inviteType,
      inviteModule,
      inviteUserId,
      multiple,
      status,
      inviteRoles: found.roles.join(','),
      inviteRoleNames: found.roleNames ?? '',
      inviteDepts: (found.depts ?? []).join(','),
      inviteRegion: (found.areas ?? []).join(','),
      inviterName: found.inviter,
    }
  },
})

/** Returns the inviter's name only to holders of the link. */
const inviter = route({
  method: 'GET',
  path: `${INVITE}/user`,
  summary: ['邀请人', 'Inviter'],
  example: { query: { inviteUserId: exampleId('identity.user'), identification: 'invitation-0001' } },
  permission: 'public',
  query: T.Object({
    inviteUserId: T.String({ pattern: '^\\d{1,19}$' }),
    identification: T.Optional(T.String({ minLength: 1, maxLength: 64 })),
  }),
  returns: A.of({ id: A.id, name: A.text, tenantName: A.maybe(A.text) }),
  handler: async ({ ctx, query }) => {
    if (query.identification) {
      const found = await invitationBy(ctx, query.identification)
      if (found.inviteUserId !== query.inviteUserId) throw errors.notFound()
      return { id: found.inviteUserId, name: found.inviter, tenantName: found.tenantName }
    }
    const [row] = ctx.user.id
      ? await ctx.query<{ id: string; name: string }>(
          'select id, coalesce(real_name, name, account) as name from identity_user where id = $1 and not is_deleted',
          [query.inviteUserId],
        )
      : []
    if (!row) throw errors.notFound()
    return row
  },
})

const addressOf = (headers: RouteInput['headers'], name: string, value: string): string =>
  `${siteOf(headers).origin}/invite_link?${new URLSearchParams({ [name]: value })}`

export const shortUrl = route({
  method: 'POST',
  path: `${INVITE}/shortUrl`,
  summary: ['短链接', 'Short link of an invitation'],
  example: { query: { longUrl: 'https://light.example.com/invite_link?identification=invitation-0001' } },
  permission: 'invite_add',
  query: T.Object({ longUrl: T.Optional(T.String({ maxLength: 1000 })) }),
  returns: A.text,
  handler: async ({ ctx, query, body, headers }) => {
    const longUrl = tokenRequestOf({ ctx, query, body, headers }).text('longUrl')
    if (!longUrl) throw errors.missingParameter({ field: 'longUrl' }, 'longUrl')
    if (!URL.canParse(longUrl)) throw errors.badParameter({ field: 'longUrl' }, 'longUrl')
    const identification = new URL(longUrl).searchParams.get('identification')?.slice(0, 64) ?? ''
    const [row] = await ctx.query<{ code: string }>(
      'select short_code as code from identity_invite where identification = $1 and not is_deleted and ($2::boolean or invite_user_id = $3 or tenant_id = $4)',
      [identification, ctx.user.administrator, ctx.user.id, ctx.tenantId],
    )
    if (!row) throw identityErrors.inviteInvalid({}, 'longUrl')
    return addressOf(headers, 's', row.code)
  },
})

/** Accepts the whole short address or only its code. */
export const longUrl = route({
  method: 'GET',
  path: `${INVITE}/longUrl`,
  summary: ['长链接', 'Long link of a short link'],
  example: { query: { shortUrl: 'S0001' } },
  permission: 'public',
  query: T.Object({ shortUrl: T.String({ minLength: 1, maxLength: 300 }) }),
  returns: A.text,
  handler: async ({ ctx, query, headers }) => {
    const code = URL.canParse(query.shortUrl) ? (new URL(query.shortUrl).searchParams.get('s') ?? '') : query.shortUrl
    const [row] = await ctx.platform.system.query<{ identification: string; by: string }>(
      'select identification, invite_user_id as by from identity_invite where short_code = $1 and not is_deleted',
      [code],
    )
    if (!row) throw identityErrors.inviteInvalid({}, 'shortUrl')
    return `${addressOf(headers, 'identification', row.identification)}&inviteUserId=${row.by}`
  },
})

const Registration = T.Object({
  identification: T.String({ minLength: 1, maxLength: 64 }),
  inviteUserId: T.Optional(T.String({ pattern: '^\\d{1,19}$' })),
  name: T.String({ minLength: 1, maxLength: 50 }),
  account: T.String({ minLength: 1, maxLength: 45 }),
  phone: T.String({ maxLength: 20 }),
  password: T.String({ minLength: 1, maxLength: 200 }),
  email: T.Optional(T.String({ maxLength: 100 })),
})

/** Stores the form of an invited person. A single-use invitation is then used up; the registration waits for approval (decisions.md C11). */
const registerInfoSubmit = route({
  method: 'POST',
  path: `${INVITE}/registerInfoSubmit`,
  summary: ['提交邀请注册', 'Request an account with an invitation'],
  example: {
    body: { identification: 'invitation-0001', name: '张三', account: 'zhangsan', phone: '13800000000', password: 'Sample-secret-1' },
  },
  permission: 'public',
  body: Registration,
  returns: A.yes,
  handler: async ({ ctx, body }) => {
    const { platform } = ctx
    const [account, name] = [body.account.trim(), body.name.trim()]
    assertShape(ctx, 'account', 'account', account)
    assertShape(ctx, 'phone', 'mobile', body.phone)
    if (!name) throw errors.missingParameter({ field: 'name' }, 'name')
    await assertPassword(ctx, body.password, account)
    if (!(await signInOf(platform).locks.take(openKey('register', ctx.ip), platform.config.number('REGISTER_ADDRESS', 20))))
      throw errors.tooMany()
    const verifier = await verifierOf(platform, body.password)
    return platform.system.tx(async (query) => {
      const [used] = await query<{ tenantId: string; roles: string[]; depts: string[] | null; areas: string[] | null; by: string }>(
        `update identity_invite i set used = used + 1 where i.identification = $1 and i.status = 0 and i.expire_time > $2 and not i.is_deleted
           and (coalesce(i.multiple, false) or i.used = 0)
         returning i.tenant_id as "tenantId", i.invite_roles as roles, i.invite_depts as depts, i.invite_region as areas, i.invite_user_id as by`,
        [body.identification, ctx.now()],
      )
      if (!used) {
        const [again] = await query(
          'select 1 from identity_register_info where identification = $1 and phone = $2 and status = 0 and not is_deleted',
          [body.identification, body.phone],
        )
        throw again ? identityErrors.submittedTwice({}, 'phone') : identityErrors.inviteInvalid({}, 'identification')
      }
      await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`phone:${used.tenantId}:${body.phone}`])
      const [waiting] = await query(
        'select 1 from identity_register_info where tenant_id = $1 and phone = $2 and status = 0 and not is_deleted',
        [used.tenantId, body.phone],
      )
      if (waiting) throw identityErrors.submittedTwice({}, 'phone')
      await assertFree(query, used.tenantId, account)
      const id = platform.newId()
      await query(
        `insert into identity_register_info (id, tenant_id, account, name, verifier, status, phone, email, role_ids, departments, area_ids, invite_user_id, identification)
         values ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $10, $11, $12)`,
        [
          id,
          used.tenantId,
          account,
          name,
          verifier,
          body.phone,
          body.email ?? null,
          used.roles,
          used.depts,
          used.areas,
          used.by,
          body.identification,
        ],
      )
      const after = { account, name, phone: body.phone, email: body.email ?? null }
      const entry = { what: `${NAMES.identity_register_info}.add`, target: id, detail: changed(null, after) }
      await ctx.as(person({ id: '', tenantId: used.tenantId, account }), DEFAULT_ZONE).audit(entry, query)
      await notifyApprovers(platform, query, {
        tenantId: used.tenantId,
        right: 'registerinfo_approve',
        name,
        account,
        page: ['邀请注册', 'Invited registrations'],
      })
      return true
    })
  },
})

export const inviteRoutes: readonly Route[] = [getLinkage, queryExpireTime, business, inviter, shortUrl, longUrl, registerInfoSubmit]
