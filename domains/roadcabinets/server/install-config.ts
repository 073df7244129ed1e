import { pick } from '@lamplight/kit'
import type { Ctx, Query } from '@lamplight/server-kit'
import { roadcabinetsErrors } from '../model/index.ts'
import { PROTOCOLS } from '../model/product.resource.ts'
import type { Install, Unit } from './install.ts'

interface Access {
  readonly typeId: string
  /** Enabled ports of the unit product with their addresses; `declares`: it has ports, enabled or not. */
  readonly ports: Readonly<Record<string, string>>
  readonly declares: boolean
  /** Protocols of the enabled terminal configurations for the unit product; null if there is no configuration. */
  readonly protocols: readonly string[] | null
}

const accessOf = async (query: Query, typeIds: readonly string[]): Promise<ReadonlyMap<string, Access>> => {
  const rows = await query<Access>(
    `select p.id::text as "typeId",
       coalesce((select jsonb_object_agg(i.port, coalesce(i.address, '')) from products_interfaces i where i.type_id = p.id and i.enable is not false and not i.is_deleted), '{}') as ports,
       exists (select from products_interfaces i where i.type_id = p.id and not i.is_deleted) as declares,
       (select coalesce(array_agg(distinct c.protocol) filter (where c.status is distinct from 0), '{}') from products_terminal_configs c
         where c.tenant_id = p.tenant_id and c.type_code = p.unit_product_code and not c.is_deleted having count(*) > 0) as protocols
     from devices_products p where p.id = any($1::bigint[])`,
    [typeIds],
  )
  return new Map(rows.map((row) => [row.typeId, row]))
}

const protocolOf = ({ protocol }: Install): keyof typeof PROTOCOLS => (protocol ?? 1) as keyof typeof PROTOCOLS
const plain = (text: string): string => text.trim().toLowerCase()

/**
 * Checks an install configuration and fills missing addresses: with the address that the unit product declares for the port, else with 1.
 * Refuses a port that the unit product does not have or that is disabled, and a protocol that no enabled terminal configuration of the unit
 * product has. A unit product without ports allows any port; one without terminal configurations allows any protocol.
 */
export const checkedInstall = async (
  ctx: Ctx,
  query: Query,
  install: readonly Install[],
  units: readonly Unit[],
): Promise<readonly Install[]> => {
  const typeOf = new Map(units.map(({ code, typeId }) => [code, typeId]))
  const access = await accessOf(query, [...new Set(typeOf.values())])
  return install.map((one) => {
    const own = access.get(typeOf.get(one.unit) ?? '')
    if (!own) return one
    const ports = Object.keys(own.ports)
    if (own.declares && one.port && !ports.includes(one.port))
      throw roadcabinetsErrors.portOff({ unit: one.unit, port: one.port, ports: ports.join(', ') || '—' }, 'install')
    const words = PROTOCOLS[protocolOf(one)]
    if (own.protocols && !own.protocols.some((known) => words.some((word) => plain(word) === plain(known))))
      throw roadcabinetsErrors.protocolOff(
        { unit: one.unit, protocol: pick(words, ctx.lang), protocols: own.protocols.join(', ') || '—' },
        'install',
      )
    const address = own.ports[one.port ?? ''] ?? ''
    return one.address === undefined || one.address === null ? { ...one, address: /^\d{1,3}$/.test(address) ? Number(address) : 1 } : one
  })
}
