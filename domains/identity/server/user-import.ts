import type { SheetLine } from '@lamplight/inventory'
import { type Lang, pick, type Text } from '@lamplight/kit'
import { type Ctx, errors, type RouteInput, registryPort } from '@lamplight/server-kit'
import { user } from '../model/user.resource.ts'

/** Kind of the rows of `kit_job` that imports of users leave. */
export const USER_IMPORT = 'identity.user.import'
/** Rows of a file at most: each is checked and written as if it were typed in. */
export const ROWS_AT_MOST = 2000
const COLUMNS = ['account', 'realName', 'name', 'phone', 'email', 'wechat', 'roleId', 'deptId', 'postId'] as const
type Column = (typeof COLUMNS)[number]
/** Columns that name rows of other tables, by their titles. */
const NAMED = {
  roleId: ['identity_role', 'role_name'],
  deptId: ['identity_dept', 'dept_name'],
  postId: ['identity_post', 'post_name'],
} as const
const isNamed = (column: Column): column is keyof typeof NAMED => column in NAMED

export interface FailedUser {
  readonly row: number
  readonly reason: string
  readonly values: Readonly<Record<string, string>>
}
export interface ImportedUsers {
  readonly total: number
  readonly success: number
  readonly failures: readonly FailedUser[]
}

/** The heads of the file that users are brought in by. */
export const headsOf = (lang: Lang): readonly string[] => COLUMNS.map((name) => pick(user.fields[name].options.label as Text, lang))

const columnOf = (head: string): Column | undefined => {
  const word = head.replace('\uFEFF', '').trim().toLowerCase()
  return COLUMNS.find((name) => [name, ...user.fields[name].options.label].some((known) => known.toLowerCase() === word))
}

/** Ids by title; a title that several rows have is none's. */
const titlesOf = async (ctx: Ctx, [table, title]: readonly [string, string]): Promise<Map<string, string>> => {
  const rows = await ctx.query<{ id: string; title: string }>(
    `select min(id)::text as id, ${title} as title from ${table} where tenant_id = $1 and not is_deleted group by ${title} having count(*) = 1`,
    [ctx.tenantId],
  )
  return new Map(rows.map(({ id, title: name }) => [name, id]))
}

const reasonOf = (thrown: unknown, lang: Lang): string => {
  const refused = thrown as { refusal?: { text: Text }; values?: Readonly<Record<string, string | number>> }
  if (!refused.refusal) throw thrown
  return pick(refused.refusal.text, lang, refused.values)
}

/**
 * Brings users in, line by line, each by the call that adds or changes one: a bad line stops no other. `covered`: accounts that are there
 * are changed, else they fail.
 */
export const importUsers = async (given: RouteInput, lines: readonly SheetLine[], covered: boolean): Promise<ImportedUsers> => {
  const { ctx } = given
  const [head, ...rest] = lines
  const columns = (head?.cells ?? []).map(columnOf)
  for (const needed of ['account', 'realName'] as const)
    if (!columns.includes(needed)) throw errors.missingParameter({ field: pick(user.fields[needed].options.label, ctx.lang) }, 'file')
  if (rest.length > ROWS_AT_MOST) throw errors.tooLarge({ limit: ctx.lang === 'zh' ? `${ROWS_AT_MOST} 行` : `${ROWS_AT_MOST} rows` })
  const registry = ctx.platform.port(registryPort)
  const submit = registry.routes.find(({ method, path }) => method === 'POST' && path === `/api/${user.api.base}/submit`)
  if (!submit) throw errors.noRoute()
  const titles = new Map(
    await Promise.all(
      Object.entries(NAMED).map(async ([column, source]): Promise<[string, Map<string, string>]> => [column, await titlesOf(ctx, source)]),
    ),
  )
  const known = new Map(
    (
      await ctx.query<{ id: string; account: string }>('select id, account from identity_user where tenant_id = $1 and not is_deleted', [
        ctx.tenantId,
      ])
    ).map(({ id, account }) => [account, id]),
  )
  const failures: FailedUser[] = []
  let success = 0
  for (const { row, cells } of rest) {
    const values: Record<string, string> = {}
    columns.forEach((column, at) => {
      if (column && cells[at]?.trim()) values[column] = cells[at].trim()
    })
    try {
      const body: Record<string, unknown> = { ...values }
      for (const column of COLUMNS.filter(isNamed)) {
        const names = (values[column] ?? '').split(/[,，、;；]/).map((name) => name.trim())
        if (values[column] !== undefined) body[column] = names.filter(Boolean).map((name) => idOf(ctx, titles.get(column), column, name))
      }
      const id = known.get(values.account ?? '')
      await submit.handler({ ...given, body: id !== undefined && covered ? { ...body, id } : body })
      success += 1
    } catch (thrown) {
      failures.push({ row, reason: reasonOf(thrown, ctx.lang), values })
    }
  }
  return { total: rest.length, success, failures }
}

const idOf = (ctx: Ctx, titles: ReadonlyMap<string, string> | undefined, column: Column, name: string): string => {
  const id = titles?.get(name)
  if (id) return id
  throw errors.field({
    field: pick(user.fields[column].options.label as Text, ctx.lang),
    message: ctx.lang === 'zh' ? `“${name}”不存在或不唯一` : `“${name}” is not there, or not the only one`,
  })
}
