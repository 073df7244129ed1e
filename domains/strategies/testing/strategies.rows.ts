import type { ApiClient, SliceRows } from '@lamplight/testing'

/** devType of trash bins. */
const TRASH = 19
let number = 0

/** A new group of bins: each group has at most one strategy. */
const binGroup = async (client: ApiClient): Promise<string> => {
  number += 1
  return (await client.post<{ id: string }>('/api/blade-city/device_group', { groupName: `BINS-${number}`, devType: TRASH })).data.id
}

/** A new strategy. It is added by a call of its kind, which the definitions do not name as the call that adds rows. */
const strategyOf = async (client: ApiClient): Promise<string> => {
  number += 1
  const entries = [
    { trigger: 2, offset: 0, level: 100 },
    { trigger: 3, offset: 0, level: 0 },
  ]
  return (await client.post<{ id: string }>('/api/blade-strategy/workstrategy/normal', { name: `STRATEGY-${number}`, entries })).data.id
}
/** A new controller, for rows that name one. */
const controllerOf = async (client: ApiClient): Promise<string> => {
  number += 1
  return (await client.post<{ id: string }>('/api/blade-city/controller', { sn: `ST-CTRL-${number}`, name: `ST-CTRL-${number}` })).data.id
}
/** A date that no other row has. */
const nextDay = (): string => {
  number += 1
  return new Date(Date.UTC(2030, 0, number)).toISOString().slice(0, 10)
}

export const automationRows: SliceRows = {
  rows: {
    'strategies.strategy': ({ writer }) => strategyOf(writer),
    /** Each change of a strategy is stored as a version. */
    'strategies.version': async ({ row, first }) => first('strategies_version', `strategy_id = ${await row('strategies.strategy')}`),
    /** Publications, checked nights and deviations are written by the platform. */
    'strategies.publication': async ({ row, insert, tenantId }) =>
      insert('strategies_publication', {
        tenant_id: tenantId,
        strategy_id: await row('strategies.strategy'),
        strategy_name: `PUB-${tenantId}`,
        version: 1,
        kind: 1,
        state: 0,
        target_text: `TARGET-${tenantId}`,
        devices: 0,
        device_ids: [],
      }),
    'strategies.night': async ({ insert, tenantId }) =>
      insert('strategies_night', {
        tenant_id: tenantId,
        day: nextDay(),
        lamps: 0,
        kept: 0,
        deviating: 0,
        silent: 0,
        overridden: 0,
        below_minutes: 0,
      }),
    'strategies.deviation': async ({ row, insert, tenantId }) =>
      insert('strategies_deviation', {
        tenant_id: tenantId,
        day: nextDay(),
        controller_id: await row('lighting.controller'),
        cause: 1,
        amount: 30,
        expected: 4,
        missing: 0,
        late: 90,
      }),
    'strategies.cabinetNight': async ({ row, insert, tenantId }) =>
      insert('strategies_cabinet_night', {
        tenant_id: tenantId,
        day: nextDay(),
        gateway_id: await row('devices.gateway'),
        lamps: 3,
        deviating: 2,
        late: 95,
        cause: 1,
        amount: 30,
      }),
    'strategies.shortfall': async ({ row, insert, tenantId }) =>
      insert('strategies_shortfall', {
        tenant_id: tenantId,
        day: nextDay(),
        class_id: await row('strategies.roadClass'),
        lamps: 3,
        minutes: 90,
        lowest: 0,
        floor: 40,
        begins: '23:30',
        ends: '00:00',
      }),
    /** A run. It is inserted here because no call adds one: the platform stores its runs. */
    'strategies.timedRecord': async ({ row, insert, tenantId }) =>
      insert('strategies_timed_record', {
        tenant_id: tenantId,
        name: `RUN-${tenantId}`,
        switch_id: await row('strategies.timedSwitch'),
        state: 7,
        due_at: new Date(),
        command: 1,
        total: 0,
      }),
  },
  unwritten: [
    'strategies.timedRecord',
    'strategies.publication',
    'strategies.night',
    'strategies.deviation',
    'strategies.cabinetNight',
    'strategies.shortfall',
  ],
  values: {
    'strategies.specialDay': async () => ({ day: nextDay() }),
    'strategies.instance': async (client) => ({ strategyId: await strategyOf(client), groupId: '', deviceIds: await controllerOf(client) }),
    /** Either a group or devices. */
    'strategies.timedSwitch': async () => ({ groupId: '' }),
    'strategies.trashStrategy': async (client) => ({ groupId: await binGroup(client) }),
  },
}
