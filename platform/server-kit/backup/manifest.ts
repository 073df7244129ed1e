import { type Static, Type as T } from 'typebox'
import { Value } from 'typebox/value'
import { problem } from './problem.ts'

export const MANIFEST = 'manifest.json'
const Sha256 = T.String({ pattern: '^[0-9a-f]{64}$' })
const Name = T.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' })
/** The range of a partition as PostgreSQL prints it; the restore puts it into `create table … partition of`. */
const Bound = T.String({ pattern: "^(DEFAULT|FOR VALUES FROM \\('[0-9:+ -]+'\\) TO \\('[0-9:+ -]+'\\))$" })
const PartOf = { part: T.String({ maxLength: 1000 }), sha256: Sha256, bytes: T.Integer({ minimum: 0 }) }

const Shape = T.Object({
  format: T.Literal('lamplight-backup'),
  version: T.Literal(1),
  /** ISO time of the snapshot. */
  madeAt: T.String({ maxLength: 40 }),
  postgres: T.String({ maxLength: 200 }),
  /** Applied migrations in the order of their application. */
  migrations: T.Array(T.Object({ name: T.String({ maxLength: 200 }), checksum: Sha256 })),
  sequences: T.Array(T.Object({ name: Name, last: T.String({ pattern: '^-?\\d{1,19}$' }), called: T.Boolean() })),
  tables: T.Array(
    T.Object({
      name: Name,
      columns: T.Array(Name),
      rows: T.Integer({ minimum: 0 }),
      partition: T.Optional(T.Object({ of: Name, bound: Bound, secured: T.Boolean() })),
      ...PartOf,
    }),
  ),
  files: T.Array(T.Object({ path: T.String({ pattern: '^(files|uploads)/', maxLength: 1000 }), ...PartOf })),
})
/** The manifest of an archive. It lists every part with its SHA-256. */
export type Manifest = Static<typeof Shape>

/** Parses a manifest. Throws a `BackupProblem` if the text is not a manifest or has a version that this program does not know. */
export const readManifest = (text: string): Manifest => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw problem('备份清单已损坏', 'the manifest of the archive is damaged')
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (format === 'lamplight-backup' && typeof version === 'number' && version > 1)
    throw problem('备份由更新版本的程序制作', 'the archive was made by a newer program')
  if (!Value.Check(Shape, value)) throw problem('备份清单已损坏', 'the manifest of the archive is damaged')
  const outside = value.files.find(
    ({ path }) => path.split('/').some((step) => step === '' || step === '.' || step === '..') || path.includes('\\'),
  )
  if (outside) throw problem('备份清单含非法路径', `the manifest names a file outside of its folder: ${outside.path}`)
  return value
}
