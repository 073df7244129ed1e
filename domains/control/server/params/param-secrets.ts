import { createHmac } from 'node:crypto'
import { type ParamFamilyDefinition, SECRET_MASK } from '@lamplight/kit'
import type { Params, ParamValue } from '@lamplight/protocol'
import { arrayOf, createVault, type Platform, type Query } from '@lamplight/server-kit'
import { familiesIn } from './param-answers.ts'

/** Reported value of a secret that equals none that was ever set. */
const DIFFERENT = 'different'
const FINGERPRINT_LENGTH = 16

/** Returns the names of the secret fields of a family. */
export const secretsOf = ({ fields }: Pick<ParamFamilyDefinition, 'fields'>): readonly string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'secret' ? [name] : []))

const useOf = (tenantId: string, family: string): string => `param:${tenantId}:${family}`
/** What a device reports in place of a secret (docs/devices.md). */
const fingerprintOf = (secret: string, sn: string): string =>
  createHmac('sha256', secret).update(sn).digest('hex').slice(0, FINGERPRINT_LENGTH)

/** The digests in a sealed value: a request is recognised by them, not by the secrets. */
export const onlySecrets = (family: ParamFamilyDefinition, value: ParamValue): ParamValue =>
  Object.fromEntries(secretsOf(family).map((name) => [name, value[name] ?? ''])) as ParamValue

/** Replaces the secrets of a value by keyed digests, and stores the encrypted secrets under them. */
export const sealSecrets = async <V extends Readonly<Record<string, unknown>>>(
  platform: Platform,
  query: Query,
  tenantId: string,
  family: ParamFamilyDefinition,
  value: V,
): Promise<V> => {
  const sealed: Record<string, unknown> = { ...value }
  const [vault, use] = [createVault(platform), useOf(tenantId, family.name)]
  for (const name of secretsOf(family)) {
    const secret = value[name]
    if (typeof secret !== 'string') continue
    const digest = await vault.digest(secret, use)
    await query('insert into control_secret (tenant_id, family, digest, sealed) values ($1, $2, $3, $4) on conflict do nothing', [
      tenantId,
      family.name,
      digest,
      await vault.seal(secret, use),
    ])
    sealed[name] = digest
  }
  return sealed as V
}

/** A value as users see it: a mask for a wanted secret, `equal` or `different` for a reported one. */
export const shownValue = (
  family: ParamFamilyDefinition | undefined,
  value: ParamValue | null,
  wanted?: ParamValue | null,
): ParamValue | null => {
  const names = value && family ? secretsOf(family).filter((name) => value[name] !== undefined) : []
  if (!value || names.length === 0) return value
  const shown = (name: string): string => (wanted === undefined ? SECRET_MASK : value[name] === wanted?.[name] ? 'equal' : DIFFERENT)
  return { ...value, ...Object.fromEntries(names.map((name) => [name, shown(name)])) }
}

interface Kept {
  readonly tenant_id: string
  readonly family: string
  readonly digest: string
  readonly sealed: string
}

/** Reads secrets for messages to devices, and recognises them in their answers. */
export const createSecretReader = (platform: Platform) => {
  let known: readonly ParamFamilyDefinition[] | undefined
  const families = (): readonly ParamFamilyDefinition[] => {
    known ??= [...familiesIn(platform).values()].filter((family) => secretsOf(family).length > 0)
    return known
  }
  const openKept = ({ tenant_id, family, sealed }: Kept): Promise<string> => createVault(platform).open(sealed, useOf(tenant_id, family))

  return {
    /** Returns the arguments of a command with the secrets that the device gets. Throws if a secret is unknown. */
    opened: async (cmd: string | null, args: string | null): Promise<string | null> => {
      const family = cmd === 'set' && args ? families().find(({ name }) => args.includes(`"${name}"`)) : undefined
      if (!family || !args) return args
      const order = JSON.parse(args) as { readonly family: string; readonly value: Record<string, unknown> }
      if (order.family !== family.name) return args
      const names = secretsOf(family)
      const rows = await platform.system.query<Kept>('select * from control_secret where family = $1 and digest = any($2)', [
        family.name,
        arrayOf(names.map((name) => String(order.value[name]))),
      ])
      const secrets = new Map(await Promise.all(rows.map(async (row) => [row.digest, await openKept(row)] as const)))
      const open = (name: string): string => {
        const secret = secrets.get(String(order.value[name]))
        if (secret === undefined) throw new Error(`the secret ${name} of ${family.name} is not stored`)
        return secret
      }
      return JSON.stringify({ ...order, value: { ...order.value, ...Object.fromEntries(names.map((name) => [name, open(name)])) } })
    },

    /** True if an answer contains a family with secrets. */
    isSecret: (params: Params | undefined): params is Params => params !== undefined && families().some(({ name }) => name in params),

    /** Replaces the fingerprints in the answer of a device by the digests of the secrets that have them. */
    recognised: async (gatewaySn: string, sn: string, params: Params): Promise<Params> => {
      const found = families().filter(({ name }) => name in params)
      const rows = await platform.system.query<Kept>(
        `select s.* from control_secret s where s.family = any($1)
         and s.tenant_id = (select r.tenant_id from devices_registered r where r.gateway_sn = $2 limit 1)`,
        [arrayOf(found.map(({ name }) => name)), gatewaySn],
      )
      const digests = new Map(
        await Promise.all(rows.map(async (row) => [`${row.family} ${fingerprintOf(await openKept(row), sn)}`, row.digest] as const)),
      )
      const replaced = found.map((family) => {
        const value: ParamValue = params[family.name] ?? {}
        const names = secretsOf(family).filter((name) => value[name] !== undefined)
        const digest = (name: string): string => digests.get(`${family.name} ${value[name]}`) ?? DIFFERENT
        return [family.name, { ...value, ...Object.fromEntries(names.map((name) => [name, digest(name)])) }]
      })
      return { ...params, ...Object.fromEntries(replaced) }
    },
  }
}
