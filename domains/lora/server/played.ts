import type { PlayedLinks } from '@lamplight/server-kit'

/** The LoRa gateway by which each module and root is reached. $1: ids of gateways of the platform. */
const REACHED = `
select d.sn, g.sn as via from (
  select sn, tenant_id, lora_id from lora_module where gateway_id = any($1) and not is_deleted
  union all
  select sn, tenant_id, lora_id from lora_root where gateway_id = any($1) and not is_deleted
) d join lora_gateway g on g.tenant_id = d.tenant_id and g.id = d.lora_id and not g.is_deleted`

export const played: PlayedLinks = async ({ system }, gatewayIds) =>
  new Map((await system.query<{ sn: string; via: string }>(REACHED, [gatewayIds])).map(({ sn, via }) => [sn, { via }]))
