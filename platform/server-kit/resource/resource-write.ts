import { columnsOf } from '@lamplight/fields/column'
import type { DictOptions, RefOptions, TextOptions } from '@lamplight/fields/model'
import { pick, type ResourceDefinition, type Row } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { isRepeatedKey, type Query } from '../database/query.ts'
import { inTransaction } from '../database/within.ts'
import { claimFiles } from '../files/file-store.ts'
import { createOutboundGuard, OutboundError } from '../http/outbound.ts'
import { errors, fieldError } from '../http/refuse.ts'
import { draftFrom } from '../http/wire.ts'
import { initialState, recordAdded, refuseEdit, refuseEmptied, refuseRemoval } from '../lifecycle/lifecycle-write.ts'
import { registryPort } from '../ports.ts'
import { changeOf, removedOf } from './audit-change.ts'
import { userConditions } from './list-query.ts'
import { refuseNowhere } from './own-place.ts'
import { hiddenAmong, lockRows, rowsById, runStatement as run, type Writing, writingOf } from './resource-rows.ts'
import { holdsOf, refuseHeld } from './row-holds.ts'
import { tableOf } from './tables.ts'
import { treeIds } from './tree-sql.ts'

type Values = Record<string, unknown>

/** True if the row that a field refers to must belong to the row's own tenant. False for global rows and for fields that the server sets. */
const staysInTenant = (resource: ResourceDefinition, target: ResourceDefinition, { readonly, anyTenant }: RefOptions): boolean =>
  !readonly && !anyTenant && resource.scope !== 'global' && target.scope !== 'global'

/** By field: ids that stay in the row although the user does not see their rows. */
type Kept = ReadonlyMap<string, readonly string[]>
const NONE: Kept = new Map()

/** Users limited to places get lists of ids without rows elsewhere and send such lists back. A write keeps the ids that they did not get. */
const keptIn = async ({ served, find }: Writing, ctx: Ctx, query: Query, draft: Values, old: Values | null): Promise<Kept> => {
  if (!old || !(ctx.user.cut.projects || ctx.user.cut.areas)) return NONE
  const kept = new Map<string, readonly string[]>()
  for (const [name, { kind, options }] of Object.entries(served.resource.fields)) {
    const target = kind === 'refs' && draft[name] !== undefined ? find((options as RefOptions).to) : undefined
    if (target) kept.set(name, await hiddenAmong(target, ctx.user, query, (old[name] as readonly string[] | null) ?? []))
  }
  return kept
}
const withKept = (draft: Values, kept: Kept): Values => {
  const whole = [...kept].map(([name, ids]): [string, unknown] => {
    const given = (draft[name] as readonly string[] | null) ?? []
    return [name, ids.length > 0 ? [...new Set([...given, ...ids])] : draft[name]]
  })
  return { ...draft, ...Object.fromEntries(whole) }
}

/** Throws if a write sets an address to which the server sends requests and which the deployment does not allow. */
const refuseAddresses = ({ served }: Writing, ctx: Ctx, draft: Values, old: Values | null): void => {
  for (const [name, { options }] of Object.entries(served.resource.fields)) {
    const address = (options as TextOptions).called ? draft[name] : null
    if (typeof address !== 'string' || address === old?.[name]) continue
    try {
      createOutboundGuard(ctx.platform.config).check(address)
    } catch (thrown) {
      if (!(thrown instanceof OutboundError)) throw thrown
      throw fieldError(options.wire ?? name, ['不允许访问该地址', 'this address is not allowed'], ctx.lang)
    }
  }
}

/**
 * Throws if a field refers to a missing row, or to a dictionary key that is missing and that the row did not have before. A user who sees rows
 * of several tenants can only refer to rows of `owner`.
 */
export const checkReferences = async (
  writing: Writing,
  ctx: Ctx,
  query: Query,
  { draft, old, owner, kept = NONE }: { readonly draft: Values; readonly old: Values | null; readonly owner: string; readonly kept?: Kept },
): Promise<void> => {
  for (const [name, field] of Object.entries(writing.served.resource.fields)) {
    const value = draft[name]
    if (field.kind === 'dict' && value !== null && value !== undefined && value !== old?.[name]) {
      const { code, wire } = field.options as DictOptions
      const [entry] = await query(
        'select 1 from system_dict where code = $1 and dict_key = $2 and parent_id is not null and not is_sealed and not is_deleted',
        [code, value],
      )
      if (!entry) throw fieldError(wire ?? name, ['不是可选的值', 'is not one of the choices'], ctx.lang)
    }
    const target = (field.options as { to?: string }).to
    const known = target ? writing.find(target) : undefined
    if (!known || value === null || value === undefined) continue
    const given = Array.isArray(value) ? (value as string[]) : [String(value)]
    const ids = [...new Set(given)].filter((one) => !kept.get(name)?.includes(one))
    const params: unknown[] = [ids, owner]
    const seen = ['t.id = any($1)', 'not t.is_deleted', ...userConditions(known.resource, known.implementation, ctx.user, params)]
    const [found] = await query<{ n: number; own: number }>(
      `select count(*)::int as n, (count(*) filter (where t.tenant_id = $2))::int as own from ${tableOf(known.resource)} t where ${seen.join(' and ')}`,
      params,
    )
    const wire = field.options.wire ?? name
    if (found?.n !== ids.length) throw fieldError(wire, ['不存在', 'does not exist'], ctx.lang)
    const isBound = staysInTenant(writing.served.resource, known.resource, field.options as RefOptions)
    if (isBound && found.own !== ids.length && JSON.stringify(value) !== JSON.stringify(old?.[name]))
      throw fieldError(wire, ['不属于该租户', 'belongs to another tenant'], ctx.lang)
  }
}

/** Turns a refusal of the database into one that the user can read. A violated foreign key names the resource that refers, and the row if the hint has it. */
const explain = (thrown: unknown, resource: ResourceDefinition, ctx: Ctx): unknown => {
  const { code, constraint, table, hint = '' } = (thrown ?? {}) as { code?: unknown; constraint?: string; table?: string; hint?: string }
  if (code === '42501') return errors.noRight()
  if (code === '23503') {
    const found = [...ctx.platform.port(registryPort).resources.values()].find((one) => tableOf(one.resource) === table)
    return errors.referred({ by: `${pick(found?.resource.label ?? ['其他数据', 'other data'], ctx.lang)} ${hint}`.trim() })
  }
  if (!isRepeatedKey(thrown) || !constraint) return thrown
  for (const [name, field] of Object.entries(resource.fields)) {
    const column = columnsOf(name, field)[0]?.name
    if (constraint === `${tableOf(resource)}_${column}_unique`)
      return errors.valueTaken({ label: pick(field.options.label, ctx.lang) }, field.options.wire ?? name)
  }
  return errors.taken()
}

const refuseLoop = async (writing: Writing, ctx: Ctx, query: Query, id: string, draft: Values): Promise<void> => {
  if (writing.served.resource.list?.tree !== 'parentId' || !draft.parentId) return
  if (draft.parentId === id) throw fieldError('parentId', ['父节点不可选择自身!', 'cannot be the row itself'], ctx.lang)
  const above = await query<{ id: string }>(treeIds({ table: writing.store.table, from: { id: '$1' }, up: true, deleted: true }), [
    draft.parentId,
  ])
  if (above.some((row) => row.id === id)) throw fieldError('parentId', ['不能移动到自己的下级', 'cannot be below the row itself'], ctx.lang)
}

/**
 * Returns the tenant of a new row: the user's tenant. An administrator of the platform may choose another tenant, but a row below a parent
 * belongs to the tenant of its parent (wire-contract.md 4.5).
 */
const ownerOf = async ({ served: { resource }, store }: Writing, ctx: Ctx, query: Query, draft: Values, body: Values): Promise<string> => {
  if (resource.scope === 'global') return '000000'
  if (resource.scope !== 'platform' || !ctx.user.administrator) return ctx.tenantId
  if (resource.list?.tree === 'parentId' && draft.parentId) {
    const [parent] = await query<{ tenant: string }>(
      `select t.tenant_id as tenant from ${store.table} t where t.id = $1 and not t.is_deleted`,
      [draft.parentId],
    )
    if (parent) return parent.tenant
  }
  return typeof body.tenantId === 'string' && /^\d{6}$/.test(body.tenantId) ? body.tenantId : ctx.tenantId
}

/** Throws if `tenantId` is malformed. Clients send the tenant back with a row; it does not change the row's tenant. */
const refuseTenant = (tenantId: unknown): void => {
  const plain = typeof tenantId === 'string' || typeof tenantId === 'number'
  if (!plain || !/^(\d{6})?$/.test(String(tenantId))) throw errors.badParameter({ field: 'tenantId' }, 'tenantId')
}

/** Throws if the rows are global and the user is no platform administrator: the policies would silently ignore a tenant's statement. */
const refuseForeign = (resource: ResourceDefinition, ctx: Ctx): void => {
  if (resource.scope === 'global' && !ctx.user.administrator) throw errors.noRight()
}

/** Reads the fields of a write from a body. Throws an error that names the first wrong one. `isNew`: the row does not exist yet. */
export const checkedDraft = (resource: ResourceDefinition, body: Values, ctx: Ctx, isNew: boolean): Values => {
  if (resource.scope !== 'global') refuseTenant(body.tenantId ?? '')
  return draftFrom(resource, body, ctx, isNew)
}

/** Adds a row, or changes the row `id`, in one transaction with hooks, checked references and an audit entry. Returns the id. */
export const writeRow = async (
  writing: Writing,
  caller: Ctx,
  body: Values,
  id: string | null,
  after?: (query: Query, id: string) => Promise<void>,
): Promise<string> => {
  const { served, store } = writing
  const { resource, implementation } = served
  refuseForeign(resource, caller)
  const checked = checkedDraft(resource, body, caller, id === null)
  try {
    return await inTransaction(caller, async (ctx) => {
      const { query } = ctx
      if (resource.lifecycle && id !== null) await lockRows(writing, query, [id])
      const old = id === null ? null : ((await rowsById(writing, ctx, query, [id]))[0] as Values)
      if (old) refuseEdit(writing, ctx, old)
      refuseAddresses(writing, ctx, checked, old)
      const kept = await keptIn(writing, ctx, query, checked, old)
      const begun = id === null ? { ...initialState(resource), ...checked } : withKept(checked, kept)
      const beforeWrite = implementation.beforeWrite
        ? ((await implementation.beforeWrite({ ctx, query, draft: begun, old: old as Row<ResourceDefinition> | null })) as Values)
        : begun
      const secrets = implementation.conceals?.({ draft: checked, old: old as Row<ResourceDefinition> | null })
      const owner = old ? String(old.tenantId) : await ownerOf(writing, ctx, query, beforeWrite, body)
      const key = id ?? ctx.platform.newId()
      const draft = { ...beforeWrite, ...(await claimFiles(resource, ctx, query, { draft: beforeWrite, old, owner, id: key })) }
      refuseEmptied(writing, ctx, draft, old)
      await checkReferences(writing, ctx, query, { draft, old, owner, kept })
      await refuseLoop(writing, ctx, query, key, draft)
      await run(query, id === null ? store.insert(key, owner, ctx.user.id, draft) : store.update(key, ctx.user.id, draft))
      await refuseNowhere(writing, ctx, query, key)
      if (id === null) await recordAdded(writing, ctx, query, key, draft)
      if (implementation.afterWrite) {
        const row = (await rowsById(writing, ctx, query, [key]))[0]
        await implementation.afterWrite({ ctx, query, row: row as Row<ResourceDefinition>, old: old as Row<ResourceDefinition> | null })
      }
      await ctx.audit(
        { what: `${resource.name}.${id === null ? 'add' : 'update'}`, target: key, detail: changeOf(resource, draft, old, secrets) },
        query,
      )
      await after?.(query, key)
      return key
    })
  } catch (thrown) {
    throw explain(thrown, resource, caller)
  }
}

/**
 * Adds a row of a resource with the same checks, hooks and audit entry as its own call, for routes written by hand that take more than the
 * resource's fields: `after` runs in the same transaction. Returns the id.
 */
export const addRow = (
  ctx: Ctx,
  resource: ResourceDefinition,
  body: Values,
  after?: (query: Query, id: string) => Promise<void>,
): Promise<string> => writeRow(writingOf(ctx, resource), ctx, body, null, after)

/** Changes some fields of the row `body.id`, with the same checks, hooks and audit entry as the call of the resource. */
export const changeRow = (ctx: Ctx, resource: ResourceDefinition, { id, ...body }: Values): Promise<string> =>
  writeRow(writingOf(ctx, resource), ctx, body, String(id))

/** Deletes rows logically and returns their number. Throws and deletes none if one is missing, not visible to the user or in use. */
export const removeRows = async (writing: Writing, caller: Ctx, ids: readonly string[]): Promise<number> => {
  const { served, store } = writing
  const { resource, implementation } = served
  refuseForeign(resource, caller)
  return inTransaction(caller, async (ctx) => {
    const { query } = ctx
    const holds = holdsOf(ctx, resource)
    if (resource.lifecycle || holds.length > 0) await lockRows(writing, query, ids)
    const rows = await rowsById(writing, ctx, query, ids)
    await refuseRemoval(writing, ctx, query, rows)
    await refuseHeld(ctx, query, holds, ids)
    if (resource.list?.tree === 'parentId') {
      const [child] = await query(
        `select 1 from ${store.table} t where t.parent_id = any($1) and not t.is_deleted and not t.id = any($1) limit 1`,
        [ids],
      )
      if (child) throw errors.inUse({ by: ctx.lang === 'zh' ? '请先删除子节点!' : 'delete the rows below it first' })
    }
    await implementation.beforeRemove?.({ ctx, query, rows: rows as Row<ResourceDefinition>[] })
    const removed = await run(query, store.remove(ids, ctx.user.id)).catch((thrown: unknown) => {
      throw explain(thrown, resource, ctx)
    })
    if (removed.length !== new Set(ids).size) throw errors.notFound()
    const detail = removedOf(resource, rows)
    await ctx.audit({ what: `${resource.name}.remove`, target: ids.slice(0, 50).join(','), count: ids.length, detail }, query)
    return ids.length
  })
}

/** Deletes rows with the checks, hooks and audit entry of the resource's own call. The caller has checked the right. */
export const dropRows = (ctx: Ctx, resource: ResourceDefinition, ids: readonly string[]): Promise<number> =>
  removeRows(writingOf(ctx, resource), ctx, ids)
