import type { Text } from '@lamplight/kit'
import type { Platform, Query } from '@lamplight/server-kit'
import { rightsPort } from './rights.port.ts'

/** Port `system.notices` as this slice uses it. */
interface Notices {
  readonly tell: (
    query: Query,
    notice: { readonly tenantId: string; readonly userIds: readonly string[]; readonly title: Text; readonly content: Text },
  ) => Promise<void>
}

/** Tells those of a tenant who may decide (`right`) that somebody waits for approval; `name` and `account` are as typed by that person. */
export const tellApprovers = async (
  platform: Platform,
  query: Query,
  asked: { readonly tenantId: string; readonly right: string; readonly name: string; readonly account: string; readonly page: Text },
): Promise<void> => {
  const userIds = await rightsPort().holders(query, asked.tenantId, asked.right)
  const who = `${asked.name} (${asked.account})`
  await platform.port<Notices>('system.notices').tell(query, {
    tenantId: asked.tenantId,
    userIds,
    title: ['有新的注册申请待审核', 'A registration waits for approval'],
    content: [`${who} 提交了注册申请，请在“${asked.page[0]}”中审核。`, `${who} asks for an account. Decide under “${asked.page[1]}”.`],
  })
}
