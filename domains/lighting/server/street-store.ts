import { arrayOf, type DataAccess, type Query } from '@lamplight/server-kit/data'

const HAN = /\p{Script=Han}/u
const PINYIN_MOST = 600

/**
 * Returns the pinyin of a name for searches: all syllables joined, then their first letters (`望江路` gives
 * `wangjianglu wjl`); empty without Chinese characters.
 */
export const pinyinOf = async (name: string): Promise<string> => {
  if (!HAN.test(name)) return ''
  // The dictionary takes some 20 MB, so it is loaded at the first use.
  const { pinyin } = await import('pinyin-pro')
  const whole = pinyin(name, { toneType: 'none', type: 'array', v: true }).join('')
  const first = pinyin(name, { toneType: 'none', pattern: 'first', type: 'array' }).join('')
  return `${whole} ${first}`
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .slice(0, PINYIN_MOST)
}

/** A street with its names. */
export interface StreetNames {
  readonly name: string
  readonly nameEn?: string | null
}

const ADD = `
  insert into lighting_street (id, tenant_id, project_id, name, name_en, pinyin)
  select s.id, $5, $6::bigint, s.name, s.name_en, s.pinyin from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) s (id, name, name_en, pinyin)
  on conflict (tenant_id, coalesce(project_id, 0), name) where not is_deleted do nothing`

/** Returns the ids of a project's streets by name, in the caller's transaction; adds missing streets. */
export const streetsFor = async (
  data: Pick<DataAccess, 'newId'>,
  query: Query,
  { tenantId, projectId }: { readonly tenantId: string; readonly projectId: string | null },
  streets: readonly StreetNames[],
): Promise<Map<string, string>> => {
  const wanted = new Map(streets.map((street) => [street.name, street]))
  if (wanted.size === 0) return new Map()
  const find = async (): Promise<Map<string, string>> => {
    const rows = await query<{ id: string; name: string }>(
      'select id, name from lighting_street where tenant_id = $1 and coalesce(project_id, 0) = coalesce($2::bigint, 0) and name = any($3) and not is_deleted',
      [tenantId, projectId, arrayOf([...wanted.keys()])],
    )
    return new Map(rows.map(({ id, name }) => [name, id]))
  }
  const known = await find()
  const missing = [...wanted.values()].filter(({ name }) => !known.has(name))
  if (missing.length === 0) return known
  await query(ADD, [
    arrayOf(missing.map(() => data.newId())),
    arrayOf(missing.map(({ name }) => name)),
    arrayOf(missing.map(({ nameEn }) => nameEn ?? null)),
    arrayOf(await Promise.all(missing.map(({ name }) => pinyinOf(name)))),
    tenantId,
    projectId,
  ])
  return find()
}
