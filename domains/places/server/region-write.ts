import { type Ctx, changed, errors, fieldError, type Query } from '@lamplight/server-kit'
import { placesErrors } from '../model/places.errors.ts'
import { DEEPEST, type RegionRow } from './region.ts'

/** A region from a form or a line of a file. */
export interface RegionInput {
  readonly code: string
  readonly parentCode: string
  readonly name: string
  readonly sort: number | null
  readonly remark: string
}
type Stored = Pick<RegionRow, 'parentCode' | 'name' | 'sort' | 'remark'>

const CODE = /^\d{2,12}$/
/** Returns the field that prevents storing a region, or null. */
export const regionFault = ({ code, parentCode, name }: RegionInput): 'code' | 'parentCode' | 'name' | null => {
  if (!CODE.test(code)) return 'code'
  if (!CODE.test(parentCode) || parentCode === code) return 'parentCode'
  return name && name.length <= 100 ? null : 'name'
}

/** Adds a region, or changes the one with that code; its subregions move with it. Throws a 400 that names the field at fault. */
export const writeRegion = async (ctx: Ctx, query: Query, input: RegionInput): Promise<void> => {
  if (!ctx.user.administrator) throw errors.noRight()
  const fault = regionFault(input)
  if (fault) throw errors.badParameter({ field: fault }, fault)
  const [parent] = await query<{ ancestors: string }>('select ancestors from places_region where code = $1', [input.parentCode])
  if (!parent) throw fieldError('parentCode', ['上级区划不存在', 'there is no such region'], ctx.lang)
  const ancestors = [...parent.ancestors.split(',').filter(Boolean), input.parentCode]
  if (ancestors.includes(input.code)) throw placesErrors.belowItself({}, 'parentCode')
  if (ancestors.length > DEEPEST) throw fieldError('parentCode', ['区划最多六级', 'regions have six levels at most'], ctx.lang)
  const [old] = await query<Stored>(
    'select parent_code as "parentCode", name, sort, remark from places_region where code = $1 for update',
    [input.code],
  )
  if (old && old.parentCode !== input.parentCode) {
    const [below] = await query('select 1 from places_region where parent_code = $1 limit 1', [input.code])
    if (below) throw placesErrors.regionBelow({}, 'parentCode')
  }
  const now: Stored = { parentCode: input.parentCode, name: input.name, sort: input.sort ?? old?.sort ?? 1, remark: input.remark }
  await query(
    `insert into places_region (code, parent_code, ancestors, name, sort, remark, update_user) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (code) do update set parent_code = excluded.parent_code, ancestors = excluded.ancestors, name = excluded.name, sort = excluded.sort,
       remark = excluded.remark, update_user = excluded.update_user, update_time = now()`,
    [input.code, now.parentCode, ancestors.join(','), now.name, now.sort, now.remark, ctx.user.id],
  )
  const what = old ? 'places.region.update' : 'places.region.add'
  await ctx.audit({ what, target: input.code, detail: changed(old ? { ...old } : null, { ...now }) }, query)
}
