import { createHash } from 'node:crypto'
import type { Platform, Query } from '@lamplight/server-kit'

/** Hash before the first seal. */
const GENESIS = '0'.repeat(64)
const LOCK = 7_263_640
const AT_ONCE = 2000
/** Action of the entry that records the removal of old entries. */
const CUT = 'system.audit.cut'

/** The sealed form of an entry: each part as database text, times in UTC with microseconds. */
const CANONICAL = `json_build_array(a.id::text, a.tenant_id, coalesce(a.user_id::text, ''), a.account, a.ip, a.what, a.target, a.detail::text,
  a.count::text, a.result, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) as parts`

const hashOf = (prev: string, parts: readonly string[]): string =>
  createHash('sha256').update(prev).update('\n').update(JSON.stringify(parts)).digest('hex')

/**
 * Seals the committed, unsealed entries, smallest id first, and returns their number. Each seal is sha256(previous hash, newline, canonical
 * entry). An entry waits from its commit on, so none is skipped, however long its transaction took.
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

interface Sealed {
  readonly seq: string
  readonly entry: string
  readonly prev: string
  readonly hash: string
  readonly there: boolean
  readonly at: Date | null
  readonly parts: readonly string[]
}
interface ChainHead {
  readonly seq: string
  readonly hash: string
}
const sealsAfter = (query: Query, seq: string): Promise<Sealed[]> =>
  query<Sealed>(
    `select s.seq, s.audit_id as entry, s.prev, s.hash, a.id is not null as there, a.at, ${CANONICAL}
     from kit_audit_seal s left join kit_audit a on a.id = s.audit_id where s.seq > $1 order by s.seq limit ${AT_ONCE}`,
    [seq],
  )
/** Returns why a seal does not follow `head`, or null. */
const breach = (head: ChainHead, { seq, prev, hash, there, parts }: Sealed): string | null => {
  if (BigInt(seq) !== BigInt(head.seq) + 1n) return 'seals before it are gone'
  if (prev !== head.hash) return 'it does not follow the seal before it'
  if (!there) return 'the entry is gone'
  return hashOf(prev, parts) === hash ? null : 'the entry is not what was sealed'
}

/**
 * Returns the start of the chain: empty, or the anchor of removed old entries if an existing entry records it. An unrecorded start was made by
 * somebody else: the chain then counts from empty, and its first seal is reported as broken.
 */
const beginning = async (query: Query): Promise<ChainHead> => {
  const [anchor] = await query<ChainHead>(
    `select first.seq, first.hash from (select (seq - 1)::text as seq, prev as hash from kit_audit_seal order by kit_audit_seal.seq limit 1) first
     where exists (select from kit_audit a where a.what = $1 and a.tenant_id = '000000' and a.target = first.seq and a.detail ->> 'hash' = first.hash)`,
    [CUT],
  )
  return anchor ?? { seq: '0', hash: GENESIS }
}

/**
 * Removes the oldest entries of the log up to `before`, and records hash and number of the last removed seal in the log. It removes only intact
 * entries: it stops at the first that differs from its seal. Returns the number of removed entries.
 */
export const cutAudit = async ({ system, newId }: Pick<Platform, 'system' | 'newId'>, before: Date): Promise<number> => {
  let cut = 0
  for (;;) {
    let head = await beginning(system.query)
    const first = head
    const rows = await sealsAfter(system.query, head.seq)
    for (const row of rows) {
      if (breach(head, row) !== null || !row.at || row.at >= before) break
      head = row
    }
    // Keeps the newest seal, because the next one refers to it.
    const upto = rows.at(-1)?.seq === head.seq && rows.length < AT_ONCE ? rows.at(-2) : head
    if (!upto || BigInt(upto.seq) <= BigInt(first.seq)) return cut
    const [gone] = await system.query<{ n: string }>('select kit_audit_cut($1, $2, $3, $4) as n', [newId(), upto.seq, upto.hash, before])
    cut += Number(gone?.n ?? 0)
    if (rows.length < AT_ONCE || Number(gone?.n ?? 0) === 0) return cut
  }
}

interface AuditVerdict {
  readonly ok: boolean
  /** Number of entries removed for their age before the first existing one. */
  readonly cut: string
  /** Number of valid seals. */
  readonly sealed: number
  /** Number of entries without a seal. */
  readonly waiting: number
  /** Number and hash of the last valid seal: noted elsewhere, it later proves whether the end was cut off. */
  readonly head: { readonly seq: string; readonly hash: string }
  /** The first invalid seal or entry. */
  readonly broken?: { readonly seq: string | null; readonly entry: string; readonly why: string }
}

/**
 * Checks the chain from its start and names the first entry that was changed, removed or inserted. `noted`: an
 * earlier head, which must still be part of the chain.
 */
export const verifyAudit = async (query: Query, noted?: ChainHead): Promise<AuditVerdict> => {
  const first = await beginning(query)
  let head = first
  let sealed = 0
  const [{ waiting = 0 } = {}] = await query<{ waiting: number }>('select count(*)::int as waiting from kit_audit_unsealed')
  const verdict = (broken?: AuditVerdict['broken']): AuditVerdict => ({
    ok: !broken,
    cut: first.seq,
    sealed,
    waiting,
    head,
    ...(broken && { broken }),
  })
  const broken = (seq: string | null, entry: string, why: string): AuditVerdict => verdict({ seq, entry, why })
  if (noted && BigInt(noted.seq) <= BigInt(first.seq) && noted.seq !== '0' && noted.hash !== first.hash)
    return broken(noted.seq, '', 'the noted seal went for its age: nothing is left to compare it with')
  for (;;) {
    const rows = await sealsAfter(query, head.seq)
    for (const row of rows) {
      const why = breach(head, row)
      if (why) return broken(row.seq, row.entry, why)
      head = { seq: row.seq, hash: row.hash }
      sealed += 1
      if (noted?.seq === row.seq && noted.hash !== row.hash) return broken(row.seq, row.entry, 'the seal is not the one that was noted')
    }
    if (rows.length < AT_ONCE) break
  }
  if (noted && BigInt(noted.seq) > BigInt(head.seq)) return broken(noted.seq, '', 'the end of the chain is gone')
  const [unsealed] = await query<{ id: string; there: boolean }>(
    `select id, true as there from kit_audit a
     where not exists (select from kit_audit_seal s where s.audit_id = a.id) and not exists (select from kit_audit_unsealed u where u.audit_id = a.id)
     union all select audit_id, false from kit_audit_unsealed u where not exists (select from kit_audit a where a.id = u.audit_id)
     order by 1 limit 1`,
  )
  if (unsealed) return broken(null, unsealed.id, unsealed.there ? 'it was kept from the chain' : 'it is gone before it was sealed')
  return verdict()
}
