import { deviceType } from '@lamplight/devices/model'
import { lockProducts } from '@lamplight/devices/server'
import { isInside, isSnapped, overlap } from '@lamplight/kit/canvas'
import { type Ctx, errors, onServer, type Query, type RowHold, refuseUnseen, visibleRow } from '@lamplight/server-kit'
import { ITEM_SIZE, LAYOUT_MOST, LAYOUT_STAGE, product, roadcabinetsErrors } from '../model/index.ts'
import type { Install, Unit } from './install.ts'
import { checkedInstall } from './install-config.ts'

export interface Place {
  readonly unit: string
  readonly x: number
  readonly y: number
}

/** The fields of a product that this slice reads. */
export interface ProductRow {
  readonly id: string
  readonly name: string
  readonly gatewayType?: string | null
  readonly cabins: readonly { readonly name: string; readonly height: number }[]
  readonly units: readonly Unit[]
  readonly layout?: readonly Place[] | null
  readonly install?: readonly Install[] | null
}

/** Returns the product with this id. Refuses a product that the user does not see; the refusal names the field `productId`. */
export const productOf = async (ctx: Ctx, query: Query, productId: string): Promise<ProductRow> => {
  await refuseUnseen(ctx, query, product.name, [productId], 'productId')
  return visibleRow<ProductRow>(ctx, product, productId)
}

const twice = <T>(all: readonly T[], keyOf: (one: T) => string): T | undefined =>
  all.find((one, at) => all.findIndex((other) => keyOf(other) === keyOf(one)) < at)

const refuseUnits = async (ctx: Ctx, query: Query, { units, cabins }: ProductRow): Promise<void> => {
  const double = twice(units, ({ code }) => code)
  if (double) throw roadcabinetsErrors.unitTwice({ unit: double.code }, 'units')
  const astray = units.find(({ cabin }) => (cabin ?? 1) > cabins.length)
  if (astray) throw roadcabinetsErrors.noCabin({ unit: astray.code, cabin: astray.cabin ?? 1 }, 'units')
  const typeIds = [...new Set(units.map(({ typeId }) => typeId))]
  // A removal of one of them waits for this lock and is then refused (`unitProducts`).
  await lockProducts(query, typeIds)
  await refuseUnseen(ctx, query, deviceType.name, typeIds, 'units')
}

/** Forbids the removal of unit products that a comprehensive product uses. This includes all installed units, because an installed product keeps its units. */
export const unitProducts: RowHold = {
  resource: deviceType.name,
  usedBy: async (_ctx, query, ids) => {
    const [used] = await query<{ name: string }>(
      `select p.name from roadcabinets_product p where not p.is_deleted
       and exists (select from jsonb_array_elements(p.units) u where u ->> 'typeId' = any($1::text[])) order by p.name limit 1`,
      [ids],
    )
    return used && [`${product.label[0]} ${used.name}`, `${product.label[1]} ${used.name}`]
  },
}

/** Refuses to remove a unit of an installed product or to change its unit product, because cabinets have the device. */
const refuseUsed = async (query: Query, { id, units: before }: ProductRow, units: readonly Unit[]): Promise<void> => {
  const gone = before.find(({ code, typeId }) => !units.some((unit) => unit.code === code && unit.typeId === typeId))
  if (!gone) return
  const [used] = await query('select 1 from roadcabinets_cabinet where product_id = $1 and not is_deleted limit 1', [id])
  if (used) throw roadcabinetsErrors.unitUsed({ unit: gone.code }, 'units')
}

/** Refuses parts of a product that name an unknown unit, or a unit twice. */
const refuseNames = (parts: readonly { readonly unit: string }[], units: readonly Unit[], field: string): void => {
  const strange = parts.find(({ unit }) => !units.some(({ code }) => code === unit))
  if (strange) throw roadcabinetsErrors.noUnit({ unit: strange.unit }, field)
  const double = twice(parts, ({ unit }) => unit)
  if (double) throw roadcabinetsErrors.unitTwice({ unit: double.unit }, field)
}

/** rule.layout.canvas: 1 to 12 items of 192 px on a canvas of 1152x610 px, on the grid, without overlaps. */
const refuseLayout = (layout: readonly Place[], units: readonly Unit[]): void => {
  if (layout.length < 1 || layout.length > LAYOUT_MOST) throw roadcabinetsErrors.layoutMany({ n: LAYOUT_MOST }, 'layout')
  refuseNames(layout, units, 'layout')
  const boxes = layout.map(({ unit, x, y }) => ({ unit, x, y, w: ITEM_SIZE, h: ITEM_SIZE }))
  for (const [at, box] of boxes.entries()) {
    const { unit } = box
    if (!isInside(LAYOUT_STAGE, box)) throw roadcabinetsErrors.layoutOutside({ unit }, 'layout')
    if (!isSnapped(LAYOUT_STAGE, box)) throw roadcabinetsErrors.layoutCrooked({ unit, n: LAYOUT_STAGE.step }, 'layout')
    const under = boxes.slice(0, at).find((other) => overlap(other, box))
    if (under) throw roadcabinetsErrors.layoutOverlap({ unit, other: under.unit }, 'layout')
  }
}

const refuseInstall = (install: readonly Install[], units: readonly Unit[]): void => {
  refuseNames(install, units, 'install')
  for (const [at, one] of install.entries()) {
    const other = install.slice(0, at).find(({ port, address }) => port && port === one.port && address === one.address)
    if (other) throw roadcabinetsErrors.addressTwice({ unit: one.unit, other: other.unit }, 'install')
  }
}

const BY_CODE = <T extends { readonly unit: string }>(parts: readonly T[] | null | undefined, units: readonly Unit[]): T[] | null => {
  const left = (parts ?? []).filter(({ unit }) => units.some(({ code }) => code === unit))
  return left.length > 0 ? left : null
}

export const productServer = onServer(product, {
  joined: {
    sql: `left join lateral (select count(*)::int as n from roadcabinets_cabinet c
      where c.tenant_id = t.tenant_id and c.product_id = t.id and not c.is_deleted) made on true`,
    fields: { cabinCount: 'jsonb_array_length(t.cabins)', unitCount: 'jsonb_array_length(t.units)', installed: 'made.n' },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const row = { ...old, ...draft } as unknown as ProductRow
    const before = old as unknown as ProductRow | null
    if (draft.units || draft.cabins) await refuseUnits(ctx, query, row)
    if (before && draft.units) await refuseUsed(query, before, row.units)
    // An empty list clears the value.
    if (draft.layout !== undefined && draft.layout !== null) refuseLayout(row.layout ?? [], row.units)
    const given = draft.install as ProductRow['install'] | undefined
    const install = given ? await checkedInstall(ctx, query, given, row.units) : given
    if (install) refuseInstall(install, row.units)
    const checked = { ...draft, ...(install && { install }) } as typeof draft
    return draft.units
      ? ({ ...checked, layout: BY_CODE(row.layout, row.units), install: BY_CODE(install ?? row.install, row.units) } as typeof draft)
      : checked
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const ids = rows.map(({ id }) => id)
    const [used] = await query<{ sn: string }>(
      'select sn from roadcabinets_cabinet where product_id = any($1::bigint[]) and not is_deleted limit 1',
      [ids],
    )
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? '已安装的机柜' : 'installed cabinets' }, 'ids')
    const [shown] = await query<{ name: string }>(
      'select name from roadcabinets_board where product_id = any($1::bigint[]) and not is_deleted limit 1',
      [ids],
    )
    if (shown) throw errors.inUse({ by: ctx.lang === 'zh' ? `看板 ${shown.name}` : `board ${shown.name}` }, 'ids')
  },
})
