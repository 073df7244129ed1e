import { defineDelivery } from '@lamplight/kit'
import { onOffFamily } from './on-off.family.ts'

/** Values of `type` in the log (decisions.md C6). */
export const PUBLISHED = 1
export const CANCELLED = 2

/** Log of published and cancelled on/off strategies: screen vis.onOffLog. */
export const onOffDelivery = defineDelivery({
  name: 'media.onOff',
  label: ['开关策略', 'On/off strategy'],
  code: 'onoff',
  family: onOffFamily,
  of: { resource: 'media.onOffStrategy', wire: 'strategyId' },
  types: { [PUBLISHED]: ['发布', 'Publish'], [CANCELLED]: ['取消', 'Cancel'] },
  api: {
    log: 'blade-media/on_off_strategy/log',
    details: 'blade-media/on_off_strategy/details_log',
    retry: 'blade-media/on_off_strategy/retry',
    logId: 'onOffStrategyLogId',
    detailIds: 'onOffStrategyDetailsLogIds',
  },
})
