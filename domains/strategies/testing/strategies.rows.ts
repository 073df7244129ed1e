import type { ApiClient, SliceRows } from '@lamplight/testing'

/** devType of trash bins. */
const TRASH = 19
let number = 0

/** A new group of bins: each group has at most one strategy. */
const binGroup = async (client: ApiClient): Promise<string> => {
  number += 1
  return (await client.post<{ id: string }>('/api/blade-city/device_group', { groupName: `BINS-${number}`, devType: TRASH })).data.id
}

export const automationRows: SliceRows = {
  rows: {
    /** A run. It is inserted here because no call adds one: the platform stores its runs. */
    'strategies.timedRecord': async ({ row, insert, tenantId }) =>
      insert('strategies_timed_record', {
        ...{ tenant_id: tenantId, name: `RUN-${tenantId}`, switch_id: await row('strategies.timedSwitch'), state: 7 },
        ...{ due_at: new Date(), command: 1, total: 0 },
      }),
  },
  unwritten: ['strategies.timedRecord'],
  values: {
    /** Either a group or devices. */
    'strategies.timedSwitch': async () => ({ groupId: '' }),
    'strategies.trashStrategy': async (client) => ({ groupId: await binGroup(client) }),
  },
}
