import { passwordFault, SECRET_MASK } from '@lamplight/kit'
import { type Ctx, changed, changedEach, errors, fieldError, type Platform, type Query } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { signInPort } from '../ports.ts'
import { isMd5, verifierOf } from '../sign-in/passwords.ts'
import type { SignIn } from '../sign-in/sign-in.port.ts'
import { managedUsers } from './manage.ts'
import { assertPlacesWithin } from './place-rights.ts'
import { assertMayGive } from './rights.ts'

/** The initial password of new users and after a reset (decisions.md A30). */
export const initialPassword = (platform: Platform): Promise<string> => platform.port(paramsPort).text('account.initPassword', '123456')
export const captchaRequired = (platform: Platform): Promise<boolean> => platform.port(paramsPort).flag('account.captcha')
export const signInOf = (platform: Platform): SignIn => platform.port(signInPort)

/**
 * Throws at the field if a plain password breaks the rule. An md5 hex passes, because it does not reveal the password; so does the initial
 * password, which consoles of the reference product send for new users.
 */
export const assertPassword = async (ctx: Pick<Ctx, 'lang' | 'platform'>, password: string, account: string): Promise<void> => {
  const fault = isMd5(password) ? null : passwordFault(password, account)
  if (fault && password !== (await initialPassword(ctx.platform))) throw fieldError('password', fault, ctx.lang)
}

const roleNames = async (query: Query, ids: readonly string[]): Promise<Map<string, string>> => {
  const roles = await query<{ id: string; name: string }>('select id, role_name as name from identity_role where id = any($1)', [ids])
  return new Map(roles.map(({ id, name }) => [id, name]))
}

/** Sets the initial password of users and ends their sessions (wire-contract.md 4.7). */
export const resetPasswords = async (ctx: Ctx, ids: readonly string[]): Promise<{ count: number }> => {
  const verifier = await verifierOf(ctx.platform, await initialPassword(ctx.platform))
  await ctx.tx(async (query) => {
    const people = await managedUsers(ctx, query, ids)
    await query('update identity_user set password = $2, update_user = $3, update_time = now() where id = any($1)', [
      ids,
      verifier,
      ctx.user.id,
    ])
    const detail = changedEach(people.map(({ account }) => [account, SECRET_MASK, SECRET_MASK]))
    await ctx.audit({ what: 'identity.user.reset', target: ids.slice(0, 50).join(','), count: ids.length, detail }, query)
  })
  await signInOf(ctx.platform).sessions.endOf(ids, 'reset')
  return { count: ids.length }
}

/** Deletes the failed sign-ins of users. */
export const unlockUsers = async (ctx: Ctx, ids: readonly string[]): Promise<{ count: number }> => {
  const people = await ctx.tx(async (query) => {
    const found = await managedUsers(ctx, query, ids)
    const counts = await signInOf(ctx.platform).locks.against(found)
    const detail = changedEach(found.map(({ id, account }) => [account, counts.get(id) ?? 0, 0]))
    await ctx.audit({ what: 'identity.user.unlock', target: ids.slice(0, 50).join(','), count: ids.length, detail }, query)
    return found
  })
  await signInOf(ctx.platform).locks.lift(people)
  return { count: ids.length }
}

/** Replaces the roles of users. */
export const assignRoles = async (ctx: Ctx, ids: readonly string[], roleIds: readonly string[]): Promise<{ count: number }> => {
  await ctx.tx(async (query) => {
    const people = await managedUsers(ctx, query, ids)
    for (const tenantId of new Set(people.map((person) => person.tenantId))) await assertMayGive(ctx, query, roleIds, tenantId, 'roleIds')
    const names = await roleNames(query, [...people.flatMap((person) => person.roleIds), ...roleIds])
    const named = (held: readonly string[]) => held.map((id) => names.get(id) ?? id)
    await query('update identity_user set role_id = $2, update_user = $3, update_time = now() where id = any($1)', [
      ids,
      roleIds,
      ctx.user.id,
    ])
    await assertPlacesWithin(ctx, query, ids)
    const detail = changedEach(people.map((person) => [person.account, named(person.roleIds), named(roleIds)]))
    await ctx.audit({ what: 'identity.user.role', target: ids.slice(0, 50).join(','), count: ids.length, detail }, query)
  })
  ctx.emit(IDENTITY_CHANGED, {})
  return { count: ids.length }
}

/** Changes the user type and its additional data; an empty type keeps the old one. */
export const changePlatform = (ctx: Ctx, id: string, userType: string, userExt: string): Promise<void> =>
  ctx.tx(async (query) => {
    await managedUsers(ctx, query, [id])
    if (userType) {
      const [known] = await query(
        `select 1 from system_dictionaries where code = 'user_type' and dict_key = $1 and parent_id is not null and not is_sealed and not is_deleted`,
        [userType],
      )
      if (!known) throw errors.badParameter({ field: 'userType' }, 'userType')
    }
    const [old] = await query<{ userType: string; userExt: string }>(
      'select user_type as "userType", user_ext as "userExt" from identity_user where id = $1 for update',
      [id],
    )
    const [now] = await query<{ userType: string; userExt: string }>(
      `update identity_user set user_type = coalesce(nullif($2, ''), user_type), user_ext = $3, update_user = $4, update_time = now() where id = $1
       returning user_type as "userType", user_ext as "userExt"`,
      [id, userType, userExt, ctx.user.id],
    )
    await ctx.audit({ what: 'identity.user.platform', target: id, detail: changed(old ?? null, now ?? null) }, query)
  })
