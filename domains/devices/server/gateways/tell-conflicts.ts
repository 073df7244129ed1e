import { rightsPort } from '@lamplight/identity/model'
import type { Text } from '@lamplight/kit'
import { arrayOf, type Platform } from '@lamplight/server-kit'
import { noticesPort } from '@lamplight/system/model'

/** Maximum number of serial numbers in one notice; the page lists all of them. */
const NAMED = 20

/**
 * `conflict_told_at` limits this to one notice per gateway. A new secret or claim code empties `first_ip`. A wrong guess at a gateway with an issued
 * secret is no conflict: the issued secret proves the device.
 */
const NEW_CONFLICTS = `
update devices_credential c set conflict_told_at = now() from devices_gateway g
where g.id = c.gateway_id and c.first_ip <> '' and c.conflict_told_at is null and not g.is_deleted and upper(g.sn) = any($1::text[])
returning g.sn, g.tenant_id as "tenantId", g.status`

const PAGE_OF = {
  waiting: { right: 'gateway_assign', page: ['未注册设备', 'Unregistered devices'] },
  assigned: { right: 'gateway_secret', page: ['网关管理', 'Gateways'] },
} as const satisfies Record<string, { right: string; page: Text }>

/** Sends a notice about conflicts on the serial numbers `sns` to the users who have the right to resolve them. */
export const notifyConflicts = (platform: Platform, sns: readonly string[]): Promise<void> =>
  platform.system.tx(async (query) => {
    const keys = arrayOf(sns.map((sn) => sn.toUpperCase()))
    const rows = await query<{ sn: string; tenantId: string; status: number | null }>(NEW_CONFLICTS, [keys])
    for (const [key, of] of Map.groupBy(rows, (row) => `${row.tenantId} ${row.status === 1 ? 'assigned' : 'waiting'}`)) {
      const [tenantId = '', state] = key.split(' ')
      const { right, page } = PAGE_OF[state as keyof typeof PAGE_OF]
      const named = of
        .slice(0, NAMED)
        .map(({ sn }) => sn)
        .join(', ')
      const [zh, en] = of.length > NAMED ? [' 等', ' and more'] : ['', '']
      await platform.port(noticesPort).notify(query, {
        tenantId,
        userIds: await platform.port(rightsPort).holders(query, tenantId, right),
        title: [`网关编号冲突：${of.length} 个编号有两台设备登录`, `Gateway conflict: two devices sign in with one number (${of.length})`],
        content: [
          `${named}${zh}：有两台设备以同一编号登录，密钥或大小写不同，已连接的可能不是安装的那台。请在“${page[0]}”中查看两个地址，并输入配对码或重置密钥。`,
          `${named}${en}: two devices sign in with the same number and different secrets or letters. The connected one may not be the one you installed. See both addresses under “${page[1]}” and enter the claim code or make a new secret.`,
        ],
      })
    }
  })
