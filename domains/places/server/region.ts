import { A, type AnswerOf, type Ctx, type Platform, type Query, type TreeNode } from '@lamplight/server-kit'
import { DISTRICTS } from '../model/districts.ts'
import { PROVINCES } from '../model/regions.ts'

/** Code of the country, the root of all regions (wire-contract.md 4.10). */
export const ROOT = '00'
const LOCK = 7_263_641
/** Levels below the country, from 1; each has a code and a name on the wire. */
const LEVELS = ['province', 'city', 'district', 'town', 'village'] as const
export const DEEPEST = LEVELS.length

/** A stored region with the additional data of lists. */
export interface RegionRow
  extends Pick<AnswerOf<typeof RegionAnswer>, 'code' | 'ancestors' | 'name' | 'enName' | 'sort' | 'remark' | 'hasChildren'> {
  readonly parentCode: string | null
  readonly parentName: string | null
  /** Names of the ancestors, from the root. */
  readonly above: readonly string[]
}

export const REGIONS = `select t.code, t.parent_code as "parentCode", t.ancestors, t.name, t.en_name as "enName", t.sort, t.remark, p.name as "parentName",
    exists (select 1 from places_region c where c.parent_code = t.code) as "hasChildren",
    array(select a.name from unnest(string_to_array(t.ancestors, ',')) with ordinality o(code, n) join places_region a on a.code = o.code order by o.n) as above
  from places_region t left join places_region p on p.code = t.parent_code`

/** Wire form of a region: codes and names of its province, city, district, town and village. */
export const wireRegion = (row: RegionRow): AnswerOf<typeof RegionAnswer> => {
  const codes = [...row.ancestors.split(',').filter(Boolean), row.code]
  const names = [...row.above, row.name]
  const level = codes.length - 1
  const parts = LEVELS.flatMap((kind, at) => [[`${kind}Code`, codes[at + 1] ?? ''] as const, [`${kind}Name`, names[at + 1] ?? ''] as const])
  return {
    id: row.code,
    code: row.code,
    parentId: row.parentCode ?? '0',
    parentCode: row.parentCode ?? '0',
    parentName: row.parentName ?? '',
    ancestors: row.ancestors,
    name: row.name,
    enName: row.enName,
    ...Object.fromEntries(parts),
    regionLevel: level,
    level,
    sort: row.sort,
    remark: row.remark,
    hasChildren: row.hasChildren,
  }
}

/** Schema of the answer of `wireRegion`. */
export const RegionAnswer = A.named(
  'Region',
  A.of({
    id: A.text,
    code: A.text,
    parentId: A.text,
    parentCode: A.text,
    parentName: A.text,
    ancestors: A.text,
    name: A.text,
    enName: A.text,
    ...Object.fromEntries(LEVELS.flatMap((kind) => [`${kind}Code`, `${kind}Name`]).map((key) => [key, A.text])),
    regionLevel: A.int,
    level: A.int,
    sort: A.int,
    remark: A.text,
    hasChildren: A.yes,
  }),
)

/** Returns a region as a node of a lazy tree. */
export const regionNode = ({ code, parentCode, name, hasChildren }: RegionRow): TreeNode => ({
  id: code,
  parentId: parentCode ?? '0',
  title: name,
  key: code,
  value: code,
  hasChildren,
})

export const regionsBelow = (ctx: Ctx, parentCode: string): Promise<RegionRow[]> =>
  ctx.query(
    `${REGIONS} where ${parentCode === '0' ? 't.parent_code is null' : 't.parent_code = $1'} order by t.sort, t.code`,
    parentCode === '0' ? [] : [parentCode],
  )

/** Built-in rows of the country, its provinces, cities and districts: `[code, parentCode, ancestors, name, enName]`. */
const shipped = (): string[][] => {
  const rows: string[][] = [[ROOT, '', '', '中华人民共和国', 'China']]
  for (const province of PROVINCES) {
    const top = province.code.slice(0, 2)
    rows.push([top, ROOT, ROOT, ...province.name])
    for (const city of province.cities) {
      const code = city.code.slice(0, 4)
      rows.push([code, top, `${ROOT},${top}`, ...city.name])
      for (const district of DISTRICTS.get(code) ?? []) rows.push([district.code, code, `${ROOT},${top},${code}`, ...district.name])
    }
  }
  return rows
}

/** Seeds the regions of an installation without any. */
export const seedRegions = (platform: Platform): Promise<void> =>
  platform.system.tx(async (query: Query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const [known] = await query('select 1 from places_region limit 1')
    if (known) return
    const rows = shipped()
    const column = (at: number): string[] => rows.map((row) => row[at] ?? '')
    await query(
      `insert into places_region (code, parent_code, ancestors, name, en_name, sort)
       select code, nullif(parent, ''), ancestors, name, en, row_number() over (partition by parent order by code)
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) given (code, parent, ancestors, name, en)`,
      [0, 1, 2, 3, 4].map(column),
    )
  })
