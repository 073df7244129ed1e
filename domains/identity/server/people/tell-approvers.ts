import type { Text } from '@lamplight/kit'
import type { Platform, Query } from '@lamplight/server-kit'
import { noticesPort } from '@lamplight/system/model'
import { createRights } from './rights.port.ts'

/** Notifies users of a tenant who may approve (`right`) that a registration waits; `name` and `account` are as typed by the applicant. */
export const notifyApprovers = async (
  platform: Platform,
  query: Query,
  registration: { readonly tenantId: string; readonly right: string; readonly name: string; readonly account: string; readonly page: Text },
): Promise<void> => {
  const userIds = await createRights().holders(query, registration.tenantId, registration.right)
  const who = `${registration.name} (${registration.account})`
  await platform.port(noticesPort).notify(query, {
    tenantId: registration.tenantId,
    userIds,
    title: ['有新的注册申请待审核', 'A registration waits for approval'],
    content: [
      `${who} 提交了注册申请，请在“${registration.page[0]}”中审核。`,
      `${who} asks for an account. Decide under “${registration.page[1]}”.`,
    ],
  })
}
