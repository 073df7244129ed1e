import { createHash } from 'node:crypto'
import type { Platform, Query } from '@lamplight/server-kit'

/** What the first seal stands on. */
const GENESIS = '0'.repeat(64)
const LOCK = 7_263_640
const AT_ONCE = 2000

/** An entry as it is sealed: each part as the database writes it, times in UTC with microseconds. */
const CANONICAL = `json_build_array(a.id::text, a.tenant_id, coalesce(a.user_id::text, ''), a.account, a.ip, a.what, a.target, a.detail::text,
  a.count::text, a.result, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) as parts`

const hashOf = (prev: string, parts: readonly string[]): string =>
  createHash('sha256').update(prev).update('\n').update(JSON.stringify(parts)).digest('hex')

/**
 * Seals the committed entries that wait, oldest id first, and answers how many. Each seal holds sha256(hash of the one before, newline,
 * canonical entry). An entry waits from the moment it is committed, so none is passed by, however long its transaction took.
 */
export const sealEntries = async ({ system }: Pick<Platform, 'system'>): Promise<number> => {
  let sealed = 0
  for (;;) {
    const count = await system.tx(async (query) => {
      await query('select pg_advisory_xact_lock($1)', [LOCK])
      const rows = await query<{ id: string; parts: string[] }>(
        `select a.id, ${CANONICAL} from kit_audit_unsealed u join kit_audit a on a.id = u.audit_id order by a.id limit ${AT_ONCE}`,
      )
      if (rows.length === 0) return 0
      const [head] = await query<{ seq: string; hash: string }>('select seq, hash from kit_audit_seal order by seq desc limit 1')
      let prev = head?.hash ?? GENESIS
      const first = BigInt(head?.seq ?? 0) + 1n
      const seals = rows.map(({ id, parts }, at) => {
        const seal = { seq: String(first + BigInt(at)), id, prev, hash: hashOf(prev, parts) }
        prev = seal.hash
        return seal
      })
      await query(
        `insert into kit_audit_seal (seq, audit_id, prev, hash) select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[])`,
        [seals.map(({ seq }) => seq), seals.map(({ id }) => id), seals.map((seal) => seal.prev), seals.map(({ hash }) => hash)],
      )
      await query('delete from kit_audit_unsealed where audit_id = any($1)', [rows.map(({ id }) => id)])
      return rows.length
    })
    sealed += count
    if (count < AT_ONCE) return sealed
  }
}

interface AuditVerdict {
  readonly ok: boolean
  /** Seals that were found good. */
  readonly sealed: number
  /** Entries that wait for their seal. */
  readonly waiting: number
  /** Number and hash of the last good seal: noted elsewhere, it tells later whether the end was cut off. */
  readonly head: { readonly seq: string; readonly hash: string }
  /** The first that is not as it was. */
  readonly broken?: { readonly seq: string | null; readonly entry: string; readonly why: string }
}

/**
 * Walks the chain from its beginning and names the first entry that was changed, removed or slipped in. `noted`: a head of before,
 * which must still be part of the chain.
 */
export const verifyAudit = async (query: Query, noted?: { seq: string; hash: string }): Promise<AuditVerdict> => {
  let head = { seq: '0', hash: GENESIS }
  let sealed = 0
  const [{ waiting = 0 } = {}] = await query<{ waiting: number }>('select count(*)::int as waiting from kit_audit_unsealed')
  const broken = (seq: string | null, entry: string, why: string): AuditVerdict => ({
    ok: false,
    sealed,
    waiting,
    head,
    broken: { seq, entry, why },
  })
  for (;;) {
    const rows = await query<{ seq: string; entry: string; prev: string; hash: string; there: boolean; parts: string[] }>(
      `select s.seq, s.audit_id as entry, s.prev, s.hash, a.id is not null as there, ${CANONICAL}
       from kit_audit_seal s left join kit_audit a on a.id = s.audit_id where s.seq > $1 order by s.seq limit ${AT_ONCE}`,
      [head.seq],
    )
    for (const { seq, entry, prev, hash, there, parts } of rows) {
      if (BigInt(seq) !== BigInt(head.seq) + 1n) return broken(seq, entry, 'seals before it are gone')
      if (prev !== head.hash) return broken(seq, entry, 'it does not follow the seal before it')
      if (!there) return broken(seq, entry, 'the entry is gone')
      if (hashOf(prev, parts) !== hash) return broken(seq, entry, 'the entry is not what was sealed')
      head = { seq, hash }
      sealed += 1
      if (noted?.seq === seq && noted.hash !== hash) return broken(seq, entry, 'the seal is not the one that was noted')
    }
    if (rows.length < AT_ONCE) break
  }
  if (noted && BigInt(noted.seq) > BigInt(head.seq)) return broken(noted.seq, '', 'the end of the chain is gone')
  const [stray] = await query<{ id: string; there: boolean }>(
    `select id, true as there from kit_audit a
     where not exists (select from kit_audit_seal s where s.audit_id = a.id) and not exists (select from kit_audit_unsealed u where u.audit_id = a.id)
     union all select audit_id, false from kit_audit_unsealed u where not exists (select from kit_audit a where a.id = u.audit_id)
     order by 1 limit 1`,
  )
  if (stray) return broken(null, stray.id, stray.there ? 'it was kept from the chain' : 'it is gone before it was sealed')
  return { ok: true, sealed, waiting, head }
}
