import type { ResourceDefinition, Text } from '@lamplight/kit'
import type { Ctx, User } from '../context-types.ts'
import type { Query } from '../database/query.ts'
import { fieldError } from '../http/refuse.ts'
import type { ResourceServer } from '../slice-types.ts'
import { cutsOf, type GrantKind, grantedOne } from './grants.ts'
import { placeOf } from './list-query.ts'
import type { Writing } from './resource-rows.ts'

const CHOOSE: Readonly<Record<GrantKind, Text>> = {
  area: ['请选择您的区域', 'Choose one of your areas'],
  project: ['请选择您的项目', 'Choose one of your projects'],
}
const fieldOf = ({ fields }: ResourceDefinition, kind: GrantKind) => fields[`${kind}Id`]

/** The kinds of places that limit the user among the rows of a resource and that a call can set; other places follow from what a row refers to. */
const settable = ({ resource, implementation }: ResourceServer, user: User): GrantKind[] => {
  const place = placeOf(resource, implementation)
  if (place === 'author') return []
  return cutsOf(user, place).filter((kind) => {
    const options = fieldOf(resource, kind)?.options
    return options && !options.readonly && !options.from && place[kind] === `t.${kind}_id`
  })
}

/**
 * Throws an error that names the area or project of the written row `id` if the user, who is limited to places, would not see the row: it would be in none
 * of the user's lists, and its unique values would stay taken.
 */
export const refuseNowhere = async ({ served, store }: Writing, ctx: Ctx, query: Query, id: string): Promise<void> => {
  const kinds = settable(served, ctx.user)
  if (kinds.length === 0) return
  const seen = kinds.map((kind) => `${grantedOne(kind, `t.${kind}_id`, '$2')} as ${kind}`)
  const [row] = await query<Record<GrantKind, boolean>>(`select ${seen.join(', ')} from ${store.table} t where t.id = $1`, [
    id,
    ctx.user.id,
  ])
  for (const kind of kinds)
    if (row && !row[kind]) throw fieldError(fieldOf(served.resource, kind)?.options.wire ?? `${kind}Id`, CHOOSE[kind], ctx.lang)
}
